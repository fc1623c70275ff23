package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"generated-clients/generated/openapi-generator-go"
)

func main() {
	configuration := api.NewConfiguration()
	configuration.Servers = api.ServerConfigurations{{URL: os.Getenv("API_ADDRESS")}}
	configuration.AddDefaultHeader("X-Api-Key", os.Getenv("API_KEY"))
	vehicles := api.NewAPIClient(configuration).VehiclesAPI
	search, _, err := vehicles.SearchVehicles(context.Background()).
		FromModelYear(2015).ToModelYear(2019).SortBy("registrationNumber").Execute()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("{\"lookup\": %q}\n", search.Data[0].Id)
}
