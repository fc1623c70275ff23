package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"

	"generated-clients/generated/oapi-codegen"
)

func main() {
	withKey := func(_ context.Context, request *http.Request) error {
		request.Header.Set("X-Api-Key", os.Getenv("API_KEY"))
		return nil
	}
	client, err := api.NewClientWithResponses(os.Getenv("API_ADDRESS"), api.WithRequestEditorFn(withKey))
	if err != nil {
		log.Fatal(err)
	}
	from, to, sortBy := int32(2015), int32(2019), api.SearchVehiclesParamsSortBy("registrationNumber")
	query := api.SearchVehiclesParams{FromModelYear: &from, ToModelYear: &to, SortBy: &sortBy}
	search, err := client.SearchVehiclesWithResponse(context.Background(), &query)
	if err != nil || search.JSON200 == nil {
		log.Fatal(search, err)
	}
	fmt.Printf("{\"lookup\": %q}\n", search.JSON200.Data[0].Id)
}
