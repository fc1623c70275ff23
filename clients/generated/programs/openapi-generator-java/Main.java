import org.openapitools.client.ApiClient;
import org.openapitools.client.api.VehiclesApi;
import org.openapitools.client.api.VehiclesApi.APISearchVehiclesRequest;

class Main {
    public static void main(String[] args) throws Exception {
        var client = new ApiClient();
        client.updateBaseUri(System.getenv("API_ADDRESS"));
        client.setRequestInterceptor(request -> request.header("X-Api-Key", System.getenv("API_KEY")));
        var query = APISearchVehiclesRequest.newBuilder()
            .fromModelYear(2015).toModelYear(2019).sortBy("registrationNumber").build();
        var search = new VehiclesApi(client).searchVehicles(query);
        System.out.println("{\"lookup\": \"" + search.getData().get(0).getId() + "\"}");
    }
}
