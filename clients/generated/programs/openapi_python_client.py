import json
import os

from vehicle_data_lookup_api_client import AuthenticatedClient
from vehicle_data_lookup_api_client.api.reference_data import list_colors
from vehicle_data_lookup_api_client.api.vehicles import (
    get_vehicle,
    get_vehicle_by_plate,
    look_up_plates,
    search_vehicles,
)
from vehicle_data_lookup_api_client.models import (
    BatchPlatesRequest,
    BatchPlatesResponse,
    PaginationResponseOfVehicleColorResponse,
    PaginationResponseOfVehicleResponse,
    Problem,
    SearchVehiclesSortBy,
    VehicleResponse,
)

client = AuthenticatedClient(
    base_url=os.environ["API_ADDRESS"],
    token=os.environ["API_KEY"],
    auth_header_name="X-Api-Key",
    prefix="",
)

walked = 0
page = 1
total_pages = 1
while page <= total_pages:
    colors = list_colors.sync(client=client, page=page, page_size=3)
    assert isinstance(colors, PaginationResponseOfVehicleColorResponse)
    walked += len(colors.data)
    total_pages = colors.metadata.total_pages
    page += 1

search = search_vehicles.sync(
    client=client,
    from_model_year=2015,
    to_model_year=2019,
    sort_by=SearchVehiclesSortBy.REGISTRATION_NUMBER,
)
assert isinstance(search, PaginationResponseOfVehicleResponse)
plate = search.data[0].registration_number
assert plate is not None
vehicle = get_vehicle_by_plate.sync(plate, client=client)
assert isinstance(vehicle, VehicleResponse)
batch = look_up_plates.sync(client=client, body=BatchPlatesRequest(plates=[plate, "AB_12345"]))
assert isinstance(batch, BatchPlatesResponse)
missing = get_vehicle.sync("-1", client=client)
assert isinstance(missing, Problem)

print(
    json.dumps(
        {
            "walked": walked,
            "lookup": vehicle.id,
            "batch": [
                item.vehicle.id if item.vehicle else item.error.code if item.error else None
                for item in batch.data
            ],
            "error": missing.code,
        }
    )
)
