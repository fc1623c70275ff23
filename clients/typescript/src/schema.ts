// Written by `npm run docs` from the interface description.

export interface paths {
    "/v1/vehicles/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a vehicle by its internal id.
         * @description Non-integer ids return 400, as do `/vin` and `/plate` without a value.
         */
        get: operations["getVehicle"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/vehicles/vin/{vin}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a vehicle by its vehicle identification number.
         * @description Case and surrounding spaces are ignored. Should the register have several vehicles with the VIN, one is chosen as for a plate.
         */
        get: operations["getVehicleByVin"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/vehicles/plate/{plate}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the vehicle that carries a registration number, or carried it last.
         * @description Plates are reused. The vehicle that is registered with it now is returned; if there are several, the one with the newest registration status, then with the highest id. If none is registered, the newest registration status decides. `GET /v1/vehicles?registrationNumber=…` lists them all in that order.
         */
        get: operations["getVehicleByPlate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/vehicles/plates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get the vehicles of up to 500 registration numbers at once.
         * @description Each plate is read, and its vehicle selected, exactly as in the single lookup. A plate that is not found or not valid is reported in its item and does not fail the call. The body is read as JSON in UTF-8 whatever its Content-Type; members other than `plates` are ignored.
         */
        post: operations["lookUpPlates"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/vehicles/{vehicleId}/technical-details": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a vehicle's weights, seating, axles, towing, approval and equipment.
         * @description Every vehicle has technical details. Values missing from the register are null.
         */
        get: operations["getTechnicalDetails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/vehicles/{vehicleId}/environmental-information": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a vehicle's emissions, filters and classification.
         * @description Returns 204 without a body if the vehicle exists but the register has no environmental data, no emission standard, and no CO2 or consumption for any fuel.
         */
        get: operations["getEnvironmentalInformation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/vehicles/{vehicleId}/engine": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a vehicle's engine: displacement, power, fuels, odometer and noise.
         * @description Returns 204 without a body if the vehicle exists but the register has no engine for it.
         */
        get: operations["getEngine"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/vehicles/{vehicleId}/inspection": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a vehicle's latest inspection report.
         * @description Returns 204 without a body if the vehicle exists but the register has no inspection for it.
         */
        get: operations["getInspection"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/vehicles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search vehicles with filters, sorting and pagination.
         * @description A vehicle is found if it matches all filters that are given; without any, every vehicle is. Only the first 10,000 results can be reached: split a search that has more, for example by model year.
         */
        get: operations["searchVehicles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count vehicles by groups, with figures of their numbers.
         * @description Takes every filter of the vehicle search. Answered are the 200 first values of each grouping in the order of `sortBy`; the vehicles of all others are counted in `otherCount`, and those without a value in `absentCount`. A statistic with too many groups, or of more than 60,000 figures, is refused with the rule `StatisticsTooBroad`.
         */
        get: operations["getStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/colors/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one color by its id.
         * @description The id is that of a vehicle's reference, or of the list of colors.
         */
        get: operations["getColor"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/colors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the colors.
         * @description Entries are sorted by ascending id, compared as numbers.
         */
        get: operations["listColors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/makes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one make by its id.
         * @description The id is that of a vehicle's reference, or of the list of makes.
         */
        get: operations["getMake"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/makes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the makes.
         * @description Entries are sorted by ascending id, compared as numbers.
         */
        get: operations["listMakes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/makes/{makeId}/models/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one model of a make by its id.
         * @description The id is that of a vehicle's reference, or of the list of models.
         */
        get: operations["getModel"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/makes/{makeId}/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the models of a make.
         * @description Entries are sorted by ascending id, compared as numbers.
         */
        get: operations["listModels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/makes/{makeId}/models/{modelId}/variants/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one variant of a model by its id.
         * @description The id is that of a vehicle's reference, or of the list of variants.
         */
        get: operations["getVariant"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/makes/{makeId}/models/{modelId}/variants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the variants of a model.
         * @description Entries are sorted by ascending id, compared as numbers.
         */
        get: operations["listVariants"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/makes/{makeId}/models/{modelId}/designation-types/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one designation type of a model by its id.
         * @description The id is that of a vehicle's reference, or of the list of designation types.
         */
        get: operations["getDesignationType"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/makes/{makeId}/models/{modelId}/designation-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the designation types of a model.
         * @description Entries are sorted by ascending id, compared as numbers.
         */
        get: operations["listDesignationTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/kinds/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one kind of vehicle by its id.
         * @description The id is that of a vehicle's reference, or of the list of kinds of vehicles.
         */
        get: operations["getKind"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/kinds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the kinds of vehicles.
         * @description Entries are sorted by ascending id, compared as numbers.
         */
        get: operations["listKinds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/usages/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one usage by its id.
         * @description The id is that of a vehicle's reference, or of the list of usages.
         */
        get: operations["getUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/usages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the usages.
         * @description Entries are sorted by ascending id, compared as numbers.
         */
        get: operations["listUsages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/emission-standards/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one emission standard by its id.
         * @description The id is that of a vehicle's reference, or of the list of emission standards.
         */
        get: operations["getEmissionStandard"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/emission-standards": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the emission standards.
         * @description Entries are sorted by ascending id, compared as numbers.
         */
        get: operations["listEmissionStandards"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/equipment/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one piece of equipment by its id.
         * @description The id is that of a vehicle's reference, or of the list of equipment.
         */
        get: operations["getEquipment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/equipment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the equipment.
         * @description Entries are sorted by ascending id, compared as numbers.
         */
        get: operations["listEquipment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dataset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the current dataset and its import time.
         * @description All other responses come from this dataset until the next import replaces it as a whole, about once a week.
         */
        get: operations["getDataset"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the limits of your key and its usage this month.
         * @description Does not count towards the quota, so it works when the quota is used up. It counts towards the rate limit.
         */
        get: operations["getAccountUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description The plates of a batch lookup. */
        BatchPlatesRequest: {
            /** @description The plates to look up, in any spelling that the single lookup accepts. */
            plates: string[];
        };
        /** @description Basic registration and classification data of a vehicle. */
        VehicleResponse: {
            /**
             * @description The register's identifier of the vehicle, int64.
             * @example 9000000009000001
             */
            id: string;
            /**
             * @description Vehicle identification number, or the frame number of an older vehicle, trimmed and upper-cased.
             * @example TST0PETROL0000001
             */
            vin: string | null;
            /**
             * @description Registration number (plate) in upper case, without spaces and hyphens. A deregistered vehicle keeps its last one. A plate with characters other than A-Z, 0-9, Æ, Ø and Å keeps the spelling of the register.
             * @example ZZ10001
             */
            registrationNumber: string | null;
            /**
             * @description All plates on the records of this vehicle in the extract: usually one, because the extract holds no history.
             * @example [
             *       "ZZ10001"
             *     ]
             */
            plates: string[];
            /**
             * @description Registered if the register says Registreret. NotRegistered for any other word, such as Afmeldt (deregistered) or UnderUdarbejdelse (in preparation), and for no status at all.
             * @example Registered
             * @enum {string}
             */
            registrationStatus: "Registered" | "NotRegistered";
            /**
             * Format: date-time
             * @description Time the registration status was set, with its offset. Plate lookups choose between vehicles by it. A time without an offset is in Danish time.
             * @example 2020-03-12T10:21:15.000+01:00
             */
            registrationStatusDate: string | null;
            /**
             * Format: date
             * @description Date of first registration in any country.
             * @example 2020-03-12
             */
            firstRegisteredOn: string | null;
            /**
             * @description Model year.
             * @example 2020
             */
            modelYear: number | null;
            /**
             * Format: date
             * @description Date the plate expired: usually the day of the deregistration.
             * @example 2012-01-17
             */
            registrationNumberExpiresOn: string | null;
            /**
             * @description The register's own word for the registration status.
             * @example Registreret
             */
            registrationStatusOriginal: string | null;
            /**
             * @description Kind of vehicle.
             * @example {
             *       "id": "1",
             *       "name": "Passenger car",
             *       "originalName": "Personbil"
             *     }
             */
            kind: components["schemas"]["TranslatedReference"] | null;
            /**
             * @description Primary usage; if the register lists usages without a primary one, the one with the lowest id.
             * @example {
             *       "id": "1",
             *       "name": "Private passenger transport",
             *       "originalName": "Privat personkørsel"
             *     }
             */
            usage: components["schemas"]["TranslatedReference"] | null;
            /**
             * @description Color. The register has Unknown (Ukendt) as a color of its own.
             * @example {
             *       "id": "3",
             *       "name": "Grey",
             *       "originalName": "Grå"
             *     }
             */
            color: components["schemas"]["TranslatedReference"] | null;
            /**
             * @description Make, in the spelling of the register.
             * @example {
             *       "id": "19001",
             *       "name": "CITROËN"
             *     }
             */
            make: components["schemas"]["Reference"] | null;
            /**
             * @description Model under the make.
             * @example {
             *       "id": "19001001",
             *       "name": "PRØVE"
             *     }
             */
            model: components["schemas"]["Reference"] | null;
            /**
             * @description Variant under the model. Its name can be UOPLYST (not stated).
             * @example {
             *       "id": "1900100101",
             *       "name": "1,0 T-GDI 100 HK 5 DØRS"
             *     }
             */
            variant: components["schemas"]["Reference"] | null;
            /**
             * @description The manufacturer's type designation under the model. Its name can be UOPLYST (not stated).
             * @example {
             *       "id": "19001001010000001",
             *       "name": "SN"
             *     }
             */
            designationType: components["schemas"]["Reference"] | null;
            /**
             * @description Body type in the spelling of the register, which has no id for it.
             * @example Hatchback
             */
            bodyType: string | null;
            /**
             * @description Status of the vehicle itself: Registered, Deregistered, Scrapped, Exported, MarkedForExport, Deleted, Created, BeingCreated, PartlyCreated, AdministrativelyCreated, DeclaredByImporter, DeclaredByImporterAndDealer or PassedRegistrationInspection. It differs from the registration status in about one record in six. A word of the register that has no translation is answered in Danish.
             * @example Registered
             */
            vehicleStatus: string | null;
            /**
             * Format: date-time
             * @description Time the status of the vehicle was set.
             * @example 2020-03-12T10:21:15.000+01:00
             */
            vehicleStatusDate: string | null;
            /**
             * @description Leasing periods of all records of the vehicle, past ones included, oldest first.
             * @example [
             *       {
             *         "validFrom": "2019-01-23",
             *         "validTo": "2022-02-01"
             *       }
             *     ]
             */
            leasingPeriods: {
                /**
                 * Format: date
                 * @description First day of the period.
                 * @example 2019-01-23
                 */
                validFrom: string | null;
                /**
                 * Format: date
                 * @description Last day of the period.
                 * @example 2022-02-01
                 */
                validTo: string | null;
            }[];
            /**
             * @description Estimate of the next periodic inspection of a registered vehicle, by its kind, usage, permits, gross mass, first registration and latest inspection. Null wherever the rule is unsure, and for kinds without periodic inspection.
             * @example {
             *       "date": "2026-03-05",
             *       "rule": "FourYearsThenEveryTwo",
             *       "lastInspectedOn": "2024-03-05",
             *       "grossWeightKg": 1750
             *     }
             */
            nextInspectionEstimate: {
                /**
                 * Format: date
                 * @description Day by which the next periodic inspection is due, as an estimate.
                 */
                date: string;
                /** @description The rule that it follows: FourYearsThenEveryTwo, EveryTwoYears, EveryYear or VeteranEveryEightYears. There can be others, for rules change. */
                rule: string;
                /**
                 * Format: date
                 * @description Date of the approved periodic inspection it counts from; null if it counts from `firstRegisteredOn`.
                 */
                lastInspectedOn: string | null;
                /** @description Permitted gross mass in kg, by which the rule was found. */
                grossWeightKg: number | null;
            } | null;
            /** @description Only with `expand=technicalDetails`; null if the vehicle has no such record. */
            technicalDetails?: components["schemas"]["VehicleTechnicalDetailsResponse"] | null;
            /** @description Only with `expand=environmentalInformation`; null if the vehicle has no such record. */
            environmentalInformation?: components["schemas"]["VehicleEnvironmentalInformationResponse"] | null;
            /** @description Only with `expand=engine`; null if the vehicle has no such record. */
            engine?: components["schemas"]["VehicleEngineInformationResponse"] | null;
            /** @description Only with `expand=inspection`; null if the vehicle has no such record. */
            inspection?: components["schemas"]["VehicleInspectionReportResponse"] | null;
        };
        /** @description An entry of one of the register's lists. */
        TranslatedReference: {
            /** @description Identifier in the register's list, int64. */
            id: string;
            /** @description Name in English, or in the register's own wording if there is no translation. */
            name: string;
            /** @description Name in the register's own wording (Danish). */
            originalName: string;
        };
        /** @description An entry of one of the register's lists. */
        Reference: {
            /** @description Identifier in the register's list, int64. */
            id: string;
            /** @description Name in the spelling of the register. */
            name: string;
        };
        /** @description Weights, seating, axles, towing, approval and equipment of a vehicle. */
        VehicleTechnicalDetailsResponse: {
            /**
             * @description Source of the record: CertificateOfConformity, TypeCertificate, RegistrationInspection, RequestedVehicle or TestPlateOrder. A word of the register that has no translation is answered in Danish.
             * @example CertificateOfConformity
             */
            createdFrom: string | null;
            /**
             * @description Where the VIN is stamped, in Danish.
             * @example Under passagersæde
             */
            vinLocation: string | null;
            /**
             * @description Permitted gross mass. Unit: kg.
             * @example 1750
             */
            grossWeightKg: number | null;
            /**
             * @description Unladen mass, without fuel and driver. Found mostly on older vehicles; newer ones have the mass in running order. Unit: kg.
             * @example 1215
             */
            unladenWeightKg: number | null;
            /**
             * @description Mass in running order; the smallest one if kerbWeightMaxKg is given. Unit: kg.
             * @example 1332
             */
            kerbWeightMinKg: number | null;
            /**
             * @description Largest mass in running order. Unit: kg.
             * @example 1390
             */
            kerbWeightMaxKg: number | null;
            /**
             * @description Technically permitted gross mass. Unit: kg.
             * @example 1750
             */
            technicalGrossWeightKg: number | null;
            /**
             * @description Permitted mass of the vehicle with its trailer. A 0 in the register is null. Unit: kg.
             * @example 2950
             */
            grossCombinationWeightKg: number | null;
            /**
             * @description Number of axles.
             * @example 2
             */
            axleCount: number | null;
            /**
             * @description Largest permitted axle load. It can be that of a bogie. Unit: kg.
             * @example 1050
             */
            maxAxleLoadKg: number | null;
            /**
             * @description Number of axles of the trailer, for the tax on the combination.
             * @example 3
             */
            taxAxleCount: number | null;
            /**
             * @description For the tax on the combination: a trailer's gross mass, or a semi-trailer's axle load. Unit: kg.
             * @example 19000
             */
            taxAxleLoadKg: number | null;
            /**
             * @description Number of passengers. Meant for commercial vehicles, and sometimes given for others. A 0 in the register is null.
             * @example 1
             */
            passengerCount: number | null;
            /**
             * @description Number of seats, including the driver's; the smallest number if seatsMax is given.
             * @example 5
             */
            seatsMin: number | null;
            /**
             * @description Largest number of seats, including the driver's.
             * @example 5
             */
            seatsMax: number | null;
            /**
             * @description Smallest number of standing places.
             * @example 0
             */
            standingPlacesMin: number | null;
            /**
             * @description Largest number of standing places.
             * @example 0
             */
            standingPlacesMax: number | null;
            /**
             * @description Whether a tow bar (coupling device) is fitted. The towing weights apply whether one is fitted or not.
             * @example true
             */
            towBarFitted: boolean | null;
            /**
             * @description Largest permitted mass of an unbraked trailer; 0 if the vehicle may not tow one. If both towing weights are 0 and towBarFitted is true, the register contradicts itself. Unit: kg.
             * @example 600
             */
            towingWeightUnbrakedKg: number | null;
            /**
             * @description Largest permitted mass of a braked trailer; 0 if the vehicle may not tow one. If both towing weights are 0 and towBarFitted is true, the register contradicts itself. Unit: kg.
             * @example 1200
             */
            towingWeightBrakedKg: number | null;
            /**
             * @description Permitted gross mass of the trailer. Unit: kg.
             * @example 24000
             */
            trailerGrossWeightKg: number | null;
            /**
             * @description Permitted load on the fifth wheel. Unit: kg.
             * @example 12000
             */
            fifthWheelLoadKg: number | null;
            /**
             * @description Largest permitted axle load of the semi-trailer. Unit: kg.
             * @example 24000
             */
            semiTrailerAxleLoadKg: number | null;
            /**
             * @description Top speed. Unit: km/h.
             * @example 187
             */
            topSpeedKmh: number | null;
            /**
             * @description Tyres and rims, as free text.
             * @example 205/55R16 91H 6.5Jx16/ET50
             */
            tyresAndRims: string | null;
            /**
             * @description Frame number of the sidecar.
             * @example SIDE0000003
             */
            sidecarVin: string | null;
            /**
             * @description Whether it passed Euro NCAP with at least five stars. It is also false for vehicles that were not tested, and for some models that have five stars.
             * @example true
             */
            ncapFiveStars: boolean | null;
            /**
             * @description V value (vertical force on the coupling, UN Regulation No. 55) with air suspension, as registered.
             * @example 0
             */
            vValueAir: number | null;
            /**
             * @description V value (vertical force on the coupling, UN Regulation No. 55) with mechanical suspension, as registered.
             * @example 0
             */
            vValueMechanical: number | null;
            /**
             * @description Other equipment, as free text. The register truncates it at about 500 characters.
             * @example Klimaanlæg & Regnsensor
             */
            otherEquipment: string | null;
            /**
             * @description Condition at customs: BelowAverage, Average or AboveAverage. A word of the register that has no translation is answered in Danish.
             * @example Average
             */
            condition: string | null;
            /**
             * @description Whether the register marks it as a 30 per cent van, a registration tax class.
             * @example true
             */
            thirtyPercentVan: boolean | null;
            /**
             * @description Positions of the driven axles, counted from the front, as registered, such as "1", "1,2", "1, 2", "1+2" or "12".
             * @example 1, 2
             */
            drivenAxles: string | null;
            /**
             * @description Whether the vehicle is suitable as a taxi, not whether it is one.
             * @example true
             */
            suitableForTaxi: boolean | null;
            /**
             * @description Wheelbase. Unit: mm.
             * @example 2650
             */
            wheelbaseMm: number | null;
            /**
             * @description Front track width. Unit: mm.
             * @example 1565
             */
            trackWidthFrontMm: number | null;
            /**
             * @description Rear track width. Unit: mm.
             * @example 1573
             */
            trackWidthRearMm: number | null;
            /**
             * @description Type notification number.
             * @example E29999
             */
            typeNotificationNumber: string | null;
            /**
             * @description Type approval number, EU or Danish.
             * @example e4*2007/46*9999*03
             */
            typeApprovalNumber: string | null;
            /**
             * @description Variant of the EU type approval.
             * @example A2TEST1
             */
            euVariant: string | null;
            /**
             * @description Version of the EU type approval.
             * @example FD7FD7TEST01
             */
            euVersion: string | null;
            /**
             * @description EU vehicle category: M1, N1, O1, …
             * @example M1
             */
            euVehicleCategory: string | null;
            /**
             * @description Number of gears.
             * @example 6
             */
            gearCount: number | null;
            /**
             * @description Number of doors. It includes the tailgate of some vehicles, but not of others.
             * @example 5
             */
            doorCount: number | null;
            /**
             * @description Manufacturer.
             * @example Prøve & Søn Motors A/S
             */
            manufacturer: string | null;
            /**
             * @description Whether it has road-friendly air suspension. Not seen in any extract so far.
             * @example true
             */
            airSuspension: boolean | null;
            /**
             * Format: date
             * @description Date it was put into service. Rare.
             * @example 2004-05-01
             */
            inServiceDate: string | null;
            /**
             * @description Whether it was visibly repaired after major traffic damage.
             * @example true
             */
            trafficDamage: boolean | null;
            /**
             * @description Whether it is a veteran vehicle in original condition.
             * @example true
             */
            veteranOriginal: boolean | null;
            /**
             * @description All usages, if the register lists any beside the primary one; usually empty.
             * @example [
             *       {
             *         "id": "40",
             *         "name": "Goods transport, commercial",
             *         "originalName": "Godstransport erhverv"
             *       }
             *     ]
             */
            usages: components["schemas"]["TranslatedReference"][];
            /**
             * @description Supplementary body types, such as a closed box.
             * @example [
             *       {
             *         "id": "61",
             *         "name": "Lukket kasse"
             *       }
             *     ]
             */
            supplementaryBodyTypes: components["schemas"]["Reference"][];
            /**
             * @description Fitted equipment. Entries with a count of 0 in the register (asked for, not fitted) are omitted.
             * @example [
             *       {
             *         "id": "9901",
             *         "name": "Airbags",
             *         "count": 6
             *       }
             *     ]
             */
            equipment: {
                /**
                 * @description Identifier in the list of equipment, int64; null if the register gives none.
                 * @example 9901
                 */
                id: string | null;
                /**
                 * @description Name in the spelling of the register.
                 * @example Airbags
                 */
                name: string;
                /**
                 * @description Number fitted; 1 if the register gives none.
                 * @example 6
                 */
                count: number;
            }[];
            /**
             * @description Permits with type and period. Their comments can contain personal data and are never stored.
             * @example [
             *       {
             *         "type": {
             *           "id": "1",
             *           "name": "Synsfri Sammenkobling"
             *         },
             *         "validFrom": "2020-03-12T10:21:15.000+01:00",
             *         "validTo": null
             *       }
             *     ]
             */
            permits: {
                type: components["schemas"]["Reference"];
                /**
                 * Format: date-time
                 * @description Start of the permit.
                 * @example 2020-03-12T10:21:15.000+01:00
                 */
                validFrom: string | null;
                /**
                 * Format: date-time
                 * @description End of the permit.
                 * @example 2020-03-12T10:21:15.000+01:00
                 */
                validTo: string | null;
            }[];
            /**
             * @description Reasons why the vehicle is blocked, such as a write-off. There can be several.
             * @example [
             *       {
             *         "id": "3",
             *         "name": "Totalskadet køretøj"
             *       }
             *     ]
             */
            blockingReasons: components["schemas"]["Reference"][];
        };
        /** @description Emissions, filters and classification of a vehicle. */
        VehicleEnvironmentalInformationResponse: {
            /**
             * @description Emission standard. The register spells some in two ways, such as Euro VI and Euro 6. Many older and electric vehicles have Ingen Norm (none).
             * @example {
             *       "id": "49",
             *       "name": "Euro VI"
             *     }
             */
            emissionStandard: components["schemas"]["Reference"] | null;
            /**
             * @description Test cycle in which co2GPerKm, fuelEconomyKmPerL and electricConsumptionWhPerKm were measured: NEDC, NEDC-2 (calculated from WLTP) or WLTP. Null if the register states none, or none of the three values. The fuels of the engine have the values of every norm.
             * @example {
             *       "id": "2",
             *       "name": "NEDC-2"
             *     }
             */
            measurementNorm: components["schemas"]["Reference"] | null;
            /**
             * @description CO2 emission of the primary fuel, which is the first of the fuels of the engine, under measurementNorm. A 0 in the register means "not measured" and is null, except for electricity and hydrogen. Unit: g/km.
             * @example 104
             */
            co2GPerKm: number | null;
            /**
             * @description Distance per litre of the primary fuel, under measurementNorm; for electricity an energy equivalent, usually 60 to 70. Unit: km/l.
             * @example 22.4
             */
            fuelEconomyKmPerL: number | null;
            /**
             * @description Electric consumption of the primary fuel, under measurementNorm. Missing for many electric vehicles. Unit: Wh/km.
             * @example 146.3
             */
            electricConsumptionWhPerKm: number | null;
            /**
             * @description Carbon monoxide. The register mixes mg/km and g/km, so the name carries no unit. A 0 in the register means "not measured" and is null, except for vehicles that run only on electricity or hydrogen.
             * @example 366.2
             */
            co: number | null;
            /**
             * @description Hydrocarbons and nitrogen oxides together. The register mixes mg/km and g/km, so the name carries no unit. A 0 in the register means "not measured" and is null, except for vehicles that run only on electricity or hydrogen.
             * @example 56.5
             */
            hcPlusNox: number | null;
            /**
             * @description Nitrogen oxides. The register mixes mg/km and g/km, so the name carries no unit. A 0 in the register means "not measured" and is null, except for vehicles that run only on electricity or hydrogen.
             * @example 37
             */
            nox: number | null;
            /**
             * @description Particulates. The register mixes mg/km and g/km, so the name carries no unit. A 0 in the register means "not measured" and is null, except for vehicles that run only on electricity or hydrogen.
             * @example 0.00047
             */
            particulates: number | null;
            /**
             * @description Whether the vehicle has a particle filter.
             * @example true
             */
            particleFilter: boolean | null;
            /**
             * @description Smoke opacity, as registered.
             * @example 0.51
             */
            smokeOpacity: number | null;
            /**
             * @description Engine speed of the smoke test. A 0 in the register is null. Unit: rpm.
             * @example 2500
             */
            smokeOpacityRpm: number | null;
            /**
             * @description CO2 class of a heavy vehicle.
             * @example {
             *       "id": "1",
             *       "name": "1"
             *     }
             */
            co2EmissionClass: components["schemas"]["Reference"] | null;
            /**
             * Format: date
             * @description Date the CO2 class is reviewed.
             * @example 2027-02-01
             */
            co2ClassReclassificationDate: string | null;
            /**
             * @description Specific CO2 emission of a heavy vehicle, as registered.
             * @example 56.6
             */
            specificCo2Emission: number | null;
            /**
             * @description Payload value of a heavy vehicle, as registered.
             * @example 15
             */
            payloadValue: number | null;
            /**
             * @description Whether it is a zero-emission heavy vehicle.
             * @example true
             */
            zeroEmissionHeavyVehicle: boolean | null;
        };
        /** @description The engine of a vehicle. */
        VehicleEngineInformationResponse: {
            /**
             * @description Number of cylinders.
             * @example 3
             */
            cylinderCount: number | null;
            /**
             * @description Engine displacement. Unit: cm3.
             * @example 998
             */
            displacementCm3: number | null;
            /**
             * @description Whether the register marks the displacement as unavailable.
             * @example true
             */
            displacementUnavailable: boolean | null;
            /**
             * @description Maximum power. Unit: kW.
             * @example 88.3
             */
            maxPowerKw: number | null;
            /**
             * @description Whether the register marks the power as unavailable.
             * @example true
             */
            maxPowerUnavailable: boolean | null;
            /**
             * @description Fuels, the primary entry first. Two entries are usually one fuel measured under two norms, not a hybrid.
             * @example [
             *       {
             *         "type": {
             *           "id": "1",
             *           "name": "Petrol",
             *           "originalName": "Benzin"
             *         },
             *         "measurementNorm": {
             *           "id": "2",
             *           "name": "NEDC-2"
             *         },
             *         "isPrimary": true,
             *         "fuelEconomyKmPerL": 22.4,
             *         "co2GPerKm": 104,
             *         "electricConsumptionWhPerKm": null,
             *         "fuelCell": false
             *       }
             *     ]
             */
            fuels: {
                /**
                 * @description Type of fuel: Petrol, Diesel, LPG, Electricity, Kerosene, Natural gas, Hydrogen, Methanol or Ethanol. A fuel that has no translation is answered in Danish.
                 * @example {
                 *       "id": "1",
                 *       "name": "Petrol",
                 *       "originalName": "Benzin"
                 *     }
                 */
                type: components["schemas"]["TranslatedReference"] | null;
                /**
                 * @description Test cycle in which the values of this entry were measured: NEDC, NEDC-2 (calculated from WLTP) or WLTP. Null where the register states none.
                 * @example {
                 *       "id": "2",
                 *       "name": "NEDC-2"
                 *     }
                 */
                measurementNorm: components["schemas"]["Reference"] | null;
                /**
                 * @description Whether this entry is the one that counts for the vehicle. If a fuel was measured under two norms, it is the NEDC-2 entry in all records seen so far. The register can mark several entries, or none; then the order is by fuel and norm.
                 * @example true
                 */
                isPrimary: boolean;
                /**
                 * @description Distance per litre; for electricity an energy equivalent, usually 60 to 70. Unit: km/l.
                 * @example 22.4
                 */
                fuelEconomyKmPerL: number | null;
                /**
                 * @description CO2 emission. A 0 in the register means "not measured" and is null, except for electricity and hydrogen. Unit: g/km.
                 * @example 104
                 */
                co2GPerKm: number | null;
                /**
                 * @description Electric consumption. Missing for many electric vehicles. Unit: Wh/km.
                 * @example 146.3
                 */
                electricConsumptionWhPerKm: number | null;
                /**
                 * @description Whether a fuel cell converts the fuel to electricity.
                 * @example true
                 */
                fuelCell: boolean | null;
            }[];
            /**
             * @description Odometer reading. The register counts thousands of km, so a whole number up to 2000 is multiplied by 1000. A few readings are in km: a whole number from 2001 to 2000000 is used as it is. Anything else is null. A reading in km below 2001 is mistaken for thousands; odometerReadingRaw has the number as registered. Unit: km.
             * @example 51000
             */
            odometerReadingKm: number | null;
            /**
             * @description The odometer reading as the register has it, in thousands of km or in km.
             * @example 51
             */
            odometerReadingRaw: string | null;
            /**
             * @description Whether the odometer reading is documented.
             * @example true
             */
            odometerDocumented: boolean | null;
            /**
             * @description Whether the register marks the odometer reading as unavailable.
             * @example true
             */
            odometerUnavailable: boolean | null;
            /**
             * @description Stationary noise level. Unit: dB(A).
             * @example 77
             */
            stationaryNoiseDb: number | null;
            /**
             * @description Engine speed of the stationary noise test. Unit: rpm.
             * @example 3750
             */
            stationaryNoiseRpm: number | null;
            /**
             * @description Drive-by noise level. Unit: dB(A).
             * @example 68
             */
            driveByNoiseDb: number | null;
            /**
             * @description Engine code marked on the engine, as registered. It can be a placeholder, such as *CHY??????*.
             * @example G3TS
             */
            engineCode: string | null;
            /**
             * @description Whether the vehicle has approved eco-innovations.
             * @example true
             */
            innovativeTechnology: boolean | null;
            /**
             * @description CO2 saving of the eco-innovations. Unit: g/km.
             * @example 1.14
             */
            innovativeTechnologyCo2SavingGPerKm: number | null;
        };
        /** @description The latest inspection report of a vehicle. */
        VehicleInspectionReportResponse: {
            /**
             * @description PeriodicInspection, ControlInspection, MotInspection, RegistrationInspection or RegistrationCustomsInspection. A word of the register that has no translation is answered in Danish.
             * @example PeriodicInspection
             */
            type: string | null;
            /**
             * @description The register's own word for the type.
             * @example PeriodiskSyn
             */
            typeOriginal: string | null;
            /**
             * @description Approved, NotApproved, ApprovableAfterReinspectionByReinspectionCompany, ApprovableAfterReinspectionByInspectionCompany, NotApprovedMayBePresentedAgain or Incomplete. A word of the register that has no translation is answered in Danish.
             * @example Approved
             */
            result: string | null;
            /**
             * @description The register's own word for the result.
             * @example Godkendt
             */
            resultOriginal: string | null;
            /**
             * Format: date
             * @description Date of the latest inspection.
             * @example 2024-03-05
             */
            date: string | null;
            /**
             * @description Active, Cancelled or CancelledAfterReminderDeadline. A word of the register that has no translation is answered in Danish.
             * @example Active
             */
            status: string | null;
            /**
             * @description The register's own word for the status.
             * @example Aktiv
             */
            statusOriginal: string | null;
            /**
             * Format: date
             * @description Date the status was set.
             * @example 2024-03-05
             */
            statusDate: string | null;
            /**
             * @description Odometer reading. The register counts thousands of km, so a whole number up to 2000 is multiplied by 1000. A few readings are in km: a whole number from 2001 to 2000000 is used as it is. Anything else is null. A reading in km below 2001 is mistaken for thousands; odometerReadingRaw has the number as registered. Unit: km.
             * @example 51000
             */
            odometerReadingKm: number | null;
            /**
             * @description The odometer reading as the register has it, in thousands of km or in km.
             * @example 51
             */
            odometerReadingRaw: string | null;
            /**
             * Format: date
             * @description Date by which the vehicle has to be presented for reinspection. Not seen in any extract so far.
             * @example 2026-03-02
             */
            reinspectionDeadline: string | null;
        };
        /** @description Those members of a `VehicleResponse`, and of its records, that `fields` asked for, and no others. */
        PartialVehicle: {
            [key: string]: unknown;
        };
        /** @description An error (RFC 9457). */
        Problem: {
            /**
             * Format: uri
             * @description A page that explains the error and how to resolve it.
             */
            type: string;
            /** @description Summary of the error, the same for every error with this code. */
            title: string;
            /** @description The HTTP status code. */
            status: number;
            /** @description Explanation of this occurrence. */
            detail?: string;
            /** @description The path of the request. */
            instance: string;
            /** @description The error code. Branch on it and on `status`. New codes can be added: handle an unknown one by its status. */
            code: components["schemas"]["ErrorCode"] | string;
            /** @description The value of the `X-Request-Id` header. */
            requestId: string;
            /** @description Trace id, to quote when you contact support. */
            traceId: string;
            /**
             * @description Only with `ValidationFailed`: the broken rules, each with its messages. Non-numeric and otherwise malformed values yield no `errors`.
             *
             *     - `PageOutOfRange`: `page` is below 1, or past the last page of a non-empty list.
             *     - `PageSizeOutOfRange`: `pageSize` is below 1 or above the endpoint's maximum: 20 on the vehicle search, 50 on every other list.
             *     - `SortByInvalid`: `sortBy` is not one of the listed values.
             *     - `SearchTooDeep`: `page` × `pageSize` is above 10,000 on the vehicle search.
             *     - `RegistrationNumberInvalid`: Without its spaces and hyphens, a plate is not 1 to 10 characters of A-Z, 0-9, Æ, Ø and Å.
             *     - `RegistrationNumberPrefixInvalid`: Without its spaces and hyphens, `registrationNumberPrefix` is not 2 to 10 characters of A-Z, 0-9, Æ, Ø and Å.
             *     - `VinPrefixTooShort`: `vinPrefix` has fewer than 3 characters.
             *     - `RegistrationStatusInvalid`: `registrationStatus` is neither `Registered` nor `NotRegistered`.
             *     - `ExpandInvalid`: `expand` names something else than the four records of a vehicle.
             *     - `FieldsInvalid`: `fields` is empty, or names a member that there is not.
             *     - `GroupByInvalid`: `groupBy` has a name that is not listed, more than two, or a step where there is none.
             *     - `MetricInvalid`: `metric` has a name that is not listed, or more than 10.
             *     - `StatisticsTooBroad`: A statistic would have too many groups, or too many of them would have metrics. The message says what to narrow.
             *     - `WordUnknown`: A filter has a word that neither is known nor has any vehicle. The message has all words, or the nearest ones.
             *     - `NameUnknown`: Nothing of the list has the name that a filter has. The message has the nearest names.
             *     - `NameTooCommon`: More than 1,000 models or variants have the name.
             *     - `IdUnknown`: With `Prefer: handling=strict`: no entry of the list has the id that a filter has.
             *     - `RangeEmpty`: With `Prefer: handling=strict`: the lower bound is greater than the upper one.
             *     - `TooManyIds`: A list of ids, such as `makeIds`, has more than 50.
             *     - `Plates`: The body of a batch is not a JSON object with `plates`, an array of 1 to 500 strings. The message names the fault.
             */
            errors?: {
                [key: string]: string[];
            };
        };
        /**
         * @description The error codes of today. A published code never changes; new ones can be added.
         * @enum {string}
         */
        ErrorCode: "ValidationFailed" | "ApiKeyMissing" | "ApiKeyInvalid" | "PaymentRequired" | "VehicleNotFound" | "MakeNotFound" | "ModelNotFound" | "VariantNotFound" | "DesignationTypeNotFound" | "ColorNotFound" | "KindNotFound" | "UsageNotFound" | "EmissionStandardNotFound" | "EquipmentNotFound" | "RouteNotFound" | "MethodNotAllowed" | "RequestTimeout" | "PayloadTooLarge" | "RateLimitExceeded" | "QuotaExceeded" | "RequestHeadersTooLarge" | "InternalError" | "DatasetNotLoaded" | "SearchUnavailable" | "ServiceUnavailable" | "HttpVersionNotSupported";
        /** @description The results of a batch. */
        BatchPlatesResponse: {
            /** @description One item per plate sent, in the order sent. */
            data: {
                /** @description The plate as it was sent. */
                plate: string;
                /** @description The vehicle that the single lookup returns; null if there is none. */
                vehicle: components["schemas"]["VehicleResponse"] | null;
                /** @description Why there is no vehicle; null if there is one. */
                error: {
                    /**
                     * @description `VehicleNotFound` if no vehicle has the plate, `InvalidPlate` if it is not a valid plate.
                     * @enum {string}
                     */
                    code: "VehicleNotFound" | "InvalidPlate";
                    /** @description The code as a sentence. */
                    message: string;
                } | null;
            }[];
        };
        /** @description The results of a batch. */
        PartialBatchPlatesResponse: {
            /** @description One item per plate sent, in the order sent. */
            data: {
                /** @description The plate as it was sent. */
                plate: string;
                /** @description The vehicle that the single lookup returns; null if there is none. */
                vehicle: components["schemas"]["PartialVehicle"] | null;
                /** @description Why there is no vehicle; null if there is one. */
                error: {
                    /**
                     * @description `VehicleNotFound` if no vehicle has the plate, `InvalidPlate` if it is not a valid plate.
                     * @enum {string}
                     */
                    code: "VehicleNotFound" | "InvalidPlate";
                    /** @description The code as a sentence. */
                    message: string;
                } | null;
            }[];
        };
        /** @description One page of a list. */
        PaginationResponseOfVehicleResponse: {
            /** @description The items of this page. */
            data: components["schemas"]["VehicleResponse"][];
            metadata: components["schemas"]["PaginationMetadata"];
        };
        /** @description The position of a page in its list. */
        PaginationMetadata: {
            /** @description The requested page. */
            page: number;
            /** @description Items per page. */
            pageSize: number;
            /** @description Items on all pages. */
            totalCount: number;
            /** @description Pages at this page size. */
            totalPages: number;
        };
        /** @description One page of a list. */
        PaginationResponseOfPartialVehicle: {
            /** @description The items of this page. */
            data: components["schemas"]["PartialVehicle"][];
            metadata: components["schemas"]["PaginationMetadata"];
        };
        /** @description The groups of a statistic. */
        StatisticsResponse: {
            /** @description The groups that have vehicles. */
            data: {
                /** @description The value of each grouping, in the order of `groupBy`. */
                groups: {
                    /** @description The value, as a filter takes it: an id, a word, `Registered`, `true`, `2020`, `2020-03`, or the least number of a step. */
                    value: string;
                    /** @description The value in words. */
                    name: string;
                    /** @description Id of the make; with a model or variant. */
                    makeId?: string;
                    /** @description Id of the model; with a variant. */
                    modelId?: string;
                }[];
                /** @description Number of vehicles in the group. */
                count: number;
                /** @description Their share of all vehicles that match, 0 to 1, rounded to six decimals. */
                share: number;
                /** @description The metrics by their names, rounded to six decimals; null if no vehicle of the group has the number. */
                metrics: {
                    [key: string]: number | null;
                };
            }[];
            metadata: components["schemas"]["StatisticsMetadata"];
        };
        /** @description `totalCount` is the sum of `otherCount`, `absentCount` and the counts in `data`. */
        StatisticsMetadata: {
            /** @description Number of vehicles that match. */
            totalCount: number;
            /** @description Number of groups, including those that are not in `data`. */
            groupCount: number;
            /** @description Number of vehicles in groups that are not in `data`. */
            otherCount: number;
            /** @description Number of vehicles without a value of one of the groupings. */
            absentCount: number;
        };
        /** @description A color a vehicle can have. */
        VehicleColorResponse: {
            /**
             * @description Identifier, int64.
             * @example 3
             */
            id: string;
            /**
             * @description Name in English, or in the register's own wording if there is no translation.
             * @example Grey
             */
            name: string;
            /**
             * @description Name in the register's own wording (Danish).
             * @example Grå
             */
            originalName: string;
        };
        /** @description One page of a list. */
        PaginationResponseOfVehicleColorResponse: {
            /** @description The items of this page. */
            data: components["schemas"]["VehicleColorResponse"][];
            metadata: components["schemas"]["PaginationMetadata"];
        };
        /** @description A make of vehicles. */
        VehicleMakeResponse: {
            /**
             * @description Identifier, int64.
             * @example 19001
             */
            id: string;
            /**
             * @description Name, in the spelling of the register.
             * @example CITROËN
             */
            name: string;
        };
        /** @description One page of a list. */
        PaginationResponseOfVehicleMakeResponse: {
            /** @description The items of this page. */
            data: components["schemas"]["VehicleMakeResponse"][];
            metadata: components["schemas"]["PaginationMetadata"];
        };
        /** @description A model of a make. */
        VehicleModelResponse: {
            /**
             * @description Identifier, int64.
             * @example 19001001
             */
            id: string;
            /**
             * @description Name, in the spelling of the register.
             * @example PRØVE
             */
            name: string;
            /**
             * @description Identifier of its make.
             * @example 19001
             */
            makeId: string;
        };
        /** @description One page of a list. */
        PaginationResponseOfVehicleModelResponse: {
            /** @description The items of this page. */
            data: components["schemas"]["VehicleModelResponse"][];
            metadata: components["schemas"]["PaginationMetadata"];
        };
        /** @description A variant of a model. */
        VehicleVariantResponse: {
            /**
             * @description Identifier, int64.
             * @example 1900100101
             */
            id: string;
            /**
             * @description Name, in the spelling of the register.
             * @example 1,0 T-GDI 100 HK 5 DØRS
             */
            name: string;
            /**
             * @description Identifier of its make.
             * @example 19001
             */
            makeId: string;
            /**
             * @description Identifier of its model.
             * @example 19001001
             */
            modelId: string;
        };
        /** @description One page of a list. */
        PaginationResponseOfVehicleVariantResponse: {
            /** @description The items of this page. */
            data: components["schemas"]["VehicleVariantResponse"][];
            metadata: components["schemas"]["PaginationMetadata"];
        };
        /** @description A manufacturer's type designation of a model. */
        VehicleDesignationTypeResponse: {
            /**
             * @description Identifier, int64.
             * @example 19001001010000001
             */
            id: string;
            /**
             * @description Name, in the spelling of the register.
             * @example SN
             */
            name: string;
            /**
             * @description Identifier of its make.
             * @example 19001
             */
            makeId: string;
            /**
             * @description Identifier of its model.
             * @example 19001001
             */
            modelId: string;
        };
        /** @description One page of a list. */
        PaginationResponseOfVehicleDesignationTypeResponse: {
            /** @description The items of this page. */
            data: components["schemas"]["VehicleDesignationTypeResponse"][];
            metadata: components["schemas"]["PaginationMetadata"];
        };
        /** @description A kind of vehicle. */
        VehicleKindResponse: {
            /**
             * @description Identifier, int64.
             * @example 1
             */
            id: string;
            /**
             * @description Name in English, or in the register's own wording if there is no translation.
             * @example Passenger car
             */
            name: string;
            /**
             * @description Name in the register's own wording (Danish).
             * @example Personbil
             */
            originalName: string;
        };
        /** @description One page of a list. */
        PaginationResponseOfVehicleKindResponse: {
            /** @description The items of this page. */
            data: components["schemas"]["VehicleKindResponse"][];
            metadata: components["schemas"]["PaginationMetadata"];
        };
        /** @description A usage a vehicle is registered for. */
        VehicleUsageResponse: {
            /**
             * @description Identifier, int64.
             * @example 1
             */
            id: string;
            /**
             * @description Name in English, or in the register's own wording if there is no translation.
             * @example Private passenger transport
             */
            name: string;
            /**
             * @description Name in the register's own wording (Danish).
             * @example Privat personkørsel
             */
            originalName: string;
        };
        /** @description One page of a list. */
        PaginationResponseOfVehicleUsageResponse: {
            /** @description The items of this page. */
            data: components["schemas"]["VehicleUsageResponse"][];
            metadata: components["schemas"]["PaginationMetadata"];
        };
        /** @description An emission standard a vehicle can meet. */
        VehicleEmissionStandardResponse: {
            /**
             * @description Identifier, int64.
             * @example 49
             */
            id: string;
            /**
             * @description Name, in the spelling of the register.
             * @example Euro VI
             */
            name: string;
        };
        /** @description One page of a list. */
        PaginationResponseOfVehicleEmissionStandardResponse: {
            /** @description The items of this page. */
            data: components["schemas"]["VehicleEmissionStandardResponse"][];
            metadata: components["schemas"]["PaginationMetadata"];
        };
        /** @description A piece of equipment a vehicle can have. */
        VehicleEquipmentResponse: {
            /**
             * @description Identifier, int64.
             * @example 9901
             */
            id: string;
            /**
             * @description Name, in the spelling of the register.
             * @example Airbags
             */
            name: string;
        };
        /** @description One page of a list. */
        PaginationResponseOfVehicleEquipmentResponse: {
            /** @description The items of this page. */
            data: components["schemas"]["VehicleEquipmentResponse"][];
            metadata: components["schemas"]["PaginationMetadata"];
        };
        /** @description The current dataset. */
        DatasetResponse: {
            /**
             * Format: date-time
             * @description When the current extract was imported. Changes with every import.
             */
            importedAt: string;
            /**
             * Format: date-time
             * @description When the register created the extract; null if unknown.
             */
            extractedAt: string | null;
            /** @description Version of the dataset, as in `X-Dataset-Version`. */
            version: string;
            /** @description Number of vehicles in the dataset. */
            vehicleCount: number;
        };
        /** @description The limits and usage of the key's account. */
        UsageResponse: {
            /** @description Plan; null during a trial without a plan. */
            plan: string | null;
            /**
             * Format: date-time
             * @description End of the trial; null for a plan without an end.
             */
            trialEndsAt: string | null;
            /** @description Requests per 60 seconds and key. */
            requestsPerMinute: number;
            /** @description The current month in UTC, as `YYYY-MM`. */
            month: string;
            /** @description Requests per month, for all keys together. */
            monthlyRequests: number;
            /** @description Requests used this month, by all keys together. */
            used: number;
            /** @description Requests remaining this month. */
            remaining: number;
            /** @description Usage per key; unused keys are omitted. */
            usedByKey: {
                /** @description Id of the key, never the key itself. */
                keyId: string;
                /** @description Requests used this month with the key. */
                requests: number;
            }[];
            /**
             * Format: date-time
             * @description Start of the next month in UTC.
             */
            resetsAt: string;
        };
    };
    responses: {
        /**
         * @description `ApiKeyMissing`: The X-Api-Key header is missing.
         *
         *     `ApiKeyInvalid`: The API key is not valid.
         */
        ApiKeyMissingOrApiKeyInvalid: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `PaymentRequired`: The account has no active plan or trial. */
        PaymentRequired: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `VehicleNotFound`: The vehicle was not found. */
        VehicleNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Dataset-Version": components["headers"]["X-Dataset-Version"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description `RateLimitExceeded`: The key has exceeded its requests per minute.
         *
         *     `QuotaExceeded`: The monthly quota is used up.
         */
        RateLimitExceededOrQuotaExceeded: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `InternalError`: An internal error occurred. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description `DatasetNotLoaded`: No data has been imported yet.
         *
         *     `SearchUnavailable`: The data cannot be searched at the moment.
         *
         *     `ServiceUnavailable`: The API key cannot be checked at the moment.
         */
        DatasetNotLoadedOrSearchUnavailableOrServiceUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `PayloadTooLarge`: The request body is too large. */
        PayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `ColorNotFound`: The color was not found. */
        ColorNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Dataset-Version": components["headers"]["X-Dataset-Version"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `MakeNotFound`: The make was not found. */
        MakeNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Dataset-Version": components["headers"]["X-Dataset-Version"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `ModelNotFound`: The model was not found under this make. */
        ModelNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Dataset-Version": components["headers"]["X-Dataset-Version"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `VariantNotFound`: The variant was not found under this model. */
        VariantNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Dataset-Version": components["headers"]["X-Dataset-Version"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description `MakeNotFound`: The make was not found.
         *
         *     `ModelNotFound`: The model was not found under this make.
         */
        MakeNotFoundOrModelNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Dataset-Version": components["headers"]["X-Dataset-Version"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `DesignationTypeNotFound`: The designation type was not found under this model. */
        DesignationTypeNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Dataset-Version": components["headers"]["X-Dataset-Version"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `KindNotFound`: The kind was not found. */
        KindNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Dataset-Version": components["headers"]["X-Dataset-Version"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `UsageNotFound`: The usage was not found. */
        UsageNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Dataset-Version": components["headers"]["X-Dataset-Version"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `EmissionStandardNotFound`: The emission standard was not found. */
        EmissionStandardNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Dataset-Version": components["headers"]["X-Dataset-Version"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `EquipmentNotFound`: The equipment was not found. */
        EquipmentNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Dataset-Version": components["headers"]["X-Dataset-Version"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `RateLimitExceeded`: The key has exceeded its requests per minute. */
        RateLimitExceeded: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `ServiceUnavailable`: The API key cannot be checked at the moment. */
        ServiceUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /**
         * @description The `ETag` of a response you have cached. While it is current, the service returns 304 without a body.
         * @example W/"2s9bbLp0NuTzDqQV1JzF4A"
         */
        IfNoneMatch: string;
        /**
         * @description `handling=strict` (RFC 7240): unknown query parameters are a 400 instead of being ignored, and so are filters with an id that nothing has or an empty range. The response has the header `Preference-Applied: handling=strict`.
         * @example handling=strict
         */
        Prefer: string;
        /**
         * @description An id for the request: 1 to 64 characters of A-Z, a-z, 0-9, `.`, `_` and `-`. The service replaces any other value with a new id.
         * @example import-2026-11-21.0042
         */
        RequestId: string;
        /**
         * @description The trace of the request (W3C Trace Context). The service replaces a malformed one with a new trace.
         * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
         */
        TraceParent: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description Id of the request: the `X-Request-Id` you sent if it was valid, else a new one.
         * @example 5f0c7ab9-4a34-4c7e-9a3d-0c1f6f0e9b53
         */
        "X-Request-Id": string;
        /**
         * @description Version of the dataset that the response comes from.
         * @example 20261115-190000-0001
         */
        "X-Dataset-Version": string;
        /**
         * @description With `Prefer: handling=strict` alone: it was followed.
         * @example handling=strict
         */
        "Preference-Applied": string;
        /**
         * @description Requests remaining (`r`) in the minute and the month, and seconds (`t`) until there are more.
         * @example "minute";r=57;t=41, "month";r=99412;t=856230
         */
        RateLimit: string;
        /**
         * @description Requests (`q`) allowed per window of `w` seconds. The minute is a sliding window.
         * @example "minute";q=60;w=60, "month";q=100000;w=2592000
         */
        "RateLimit-Policy": string;
        /**
         * @description The client may cache the response, but must revalidate it before each use.
         * @example private, no-cache
         */
        "Cache-Control": string;
        /**
         * @description Request headers that the response depends on.
         * @example X-Api-Key, Accept-Encoding
         */
        Vary: string;
        /**
         * @description Send it as `If-None-Match` to get a 304 as long as nothing has changed.
         * @example W/"2s9bbLp0NuTzDqQV1JzF4A"
         */
        ETag: string;
        /**
         * @description Seconds to wait before a retry.
         * @example 5
         */
        "Retry-After": string;
    };
    pathItems: never;
}
export type BatchPlatesRequest = components['schemas']['BatchPlatesRequest'];
export type VehicleResponse = components['schemas']['VehicleResponse'];
export type TranslatedReference = components['schemas']['TranslatedReference'];
export type Reference = components['schemas']['Reference'];
export type VehicleTechnicalDetailsResponse = components['schemas']['VehicleTechnicalDetailsResponse'];
export type VehicleEnvironmentalInformationResponse = components['schemas']['VehicleEnvironmentalInformationResponse'];
export type VehicleEngineInformationResponse = components['schemas']['VehicleEngineInformationResponse'];
export type VehicleInspectionReportResponse = components['schemas']['VehicleInspectionReportResponse'];
export type PartialVehicle = components['schemas']['PartialVehicle'];
export type Problem = components['schemas']['Problem'];
export type ErrorCode = components['schemas']['ErrorCode'];
export type BatchPlatesResponse = components['schemas']['BatchPlatesResponse'];
export type PartialBatchPlatesResponse = components['schemas']['PartialBatchPlatesResponse'];
export type PaginationResponseOfVehicleResponse = components['schemas']['PaginationResponseOfVehicleResponse'];
export type PaginationMetadata = components['schemas']['PaginationMetadata'];
export type PaginationResponseOfPartialVehicle = components['schemas']['PaginationResponseOfPartialVehicle'];
export type StatisticsResponse = components['schemas']['StatisticsResponse'];
export type StatisticsMetadata = components['schemas']['StatisticsMetadata'];
export type VehicleColorResponse = components['schemas']['VehicleColorResponse'];
export type PaginationResponseOfVehicleColorResponse = components['schemas']['PaginationResponseOfVehicleColorResponse'];
export type VehicleMakeResponse = components['schemas']['VehicleMakeResponse'];
export type PaginationResponseOfVehicleMakeResponse = components['schemas']['PaginationResponseOfVehicleMakeResponse'];
export type VehicleModelResponse = components['schemas']['VehicleModelResponse'];
export type PaginationResponseOfVehicleModelResponse = components['schemas']['PaginationResponseOfVehicleModelResponse'];
export type VehicleVariantResponse = components['schemas']['VehicleVariantResponse'];
export type PaginationResponseOfVehicleVariantResponse = components['schemas']['PaginationResponseOfVehicleVariantResponse'];
export type VehicleDesignationTypeResponse = components['schemas']['VehicleDesignationTypeResponse'];
export type PaginationResponseOfVehicleDesignationTypeResponse = components['schemas']['PaginationResponseOfVehicleDesignationTypeResponse'];
export type VehicleKindResponse = components['schemas']['VehicleKindResponse'];
export type PaginationResponseOfVehicleKindResponse = components['schemas']['PaginationResponseOfVehicleKindResponse'];
export type VehicleUsageResponse = components['schemas']['VehicleUsageResponse'];
export type PaginationResponseOfVehicleUsageResponse = components['schemas']['PaginationResponseOfVehicleUsageResponse'];
export type VehicleEmissionStandardResponse = components['schemas']['VehicleEmissionStandardResponse'];
export type PaginationResponseOfVehicleEmissionStandardResponse = components['schemas']['PaginationResponseOfVehicleEmissionStandardResponse'];
export type VehicleEquipmentResponse = components['schemas']['VehicleEquipmentResponse'];
export type PaginationResponseOfVehicleEquipmentResponse = components['schemas']['PaginationResponseOfVehicleEquipmentResponse'];
export type DatasetResponse = components['schemas']['DatasetResponse'];
export type UsageResponse = components['schemas']['UsageResponse'];
export type ResponseApiKeyMissingOrApiKeyInvalid = components['responses']['ApiKeyMissingOrApiKeyInvalid'];
export type ResponsePaymentRequired = components['responses']['PaymentRequired'];
export type ResponseVehicleNotFound = components['responses']['VehicleNotFound'];
export type ResponseRateLimitExceededOrQuotaExceeded = components['responses']['RateLimitExceededOrQuotaExceeded'];
export type ResponseInternalError = components['responses']['InternalError'];
export type ResponseDatasetNotLoadedOrSearchUnavailableOrServiceUnavailable = components['responses']['DatasetNotLoadedOrSearchUnavailableOrServiceUnavailable'];
export type ResponsePayloadTooLarge = components['responses']['PayloadTooLarge'];
export type ResponseColorNotFound = components['responses']['ColorNotFound'];
export type ResponseMakeNotFound = components['responses']['MakeNotFound'];
export type ResponseModelNotFound = components['responses']['ModelNotFound'];
export type ResponseVariantNotFound = components['responses']['VariantNotFound'];
export type ResponseMakeNotFoundOrModelNotFound = components['responses']['MakeNotFoundOrModelNotFound'];
export type ResponseDesignationTypeNotFound = components['responses']['DesignationTypeNotFound'];
export type ResponseKindNotFound = components['responses']['KindNotFound'];
export type ResponseUsageNotFound = components['responses']['UsageNotFound'];
export type ResponseEmissionStandardNotFound = components['responses']['EmissionStandardNotFound'];
export type ResponseEquipmentNotFound = components['responses']['EquipmentNotFound'];
export type ResponseRateLimitExceeded = components['responses']['RateLimitExceeded'];
export type ResponseServiceUnavailable = components['responses']['ServiceUnavailable'];
export type ParameterIfNoneMatch = components['parameters']['IfNoneMatch'];
export type ParameterPrefer = components['parameters']['Prefer'];
export type ParameterRequestId = components['parameters']['RequestId'];
export type ParameterTraceParent = components['parameters']['TraceParent'];
export type HeaderXRequestId = components['headers']['X-Request-Id'];
export type HeaderXDatasetVersion = components['headers']['X-Dataset-Version'];
export type HeaderPreferenceApplied = components['headers']['Preference-Applied'];
export type HeaderRateLimit = components['headers']['RateLimit'];
export type HeaderRateLimitPolicy = components['headers']['RateLimit-Policy'];
export type HeaderCacheControl = components['headers']['Cache-Control'];
export type HeaderVary = components['headers']['Vary'];
export type HeaderETag = components['headers']['ETag'];
export type HeaderRetryAfter = components['headers']['Retry-After'];
export type $defs = Record<string, never>;
export interface operations {
    getVehicle: {
        parameters: {
            query?: {
                /** @description Records to answer within the vehicle, separated by commas: `technicalDetails`, `environmentalInformation`, `engine`, `inspection`. One that the vehicle does not have is null. */
                expand?: string;
                /** @description Members to answer, separated by commas, and no others: those of the vehicle, its records, or members of either, such as `make.name` and `engine.maxPowerKw`. The media type is then `application/vnd.partial-vehicle+json`. */
                fields?: string;
            };
            header?: {
                /**
                 * @description The `ETag` of a response you have cached. While it is current, the service returns 304 without a body.
                 * @example W/"2s9bbLp0NuTzDqQV1JzF4A"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description `handling=strict` (RFC 7240): unknown query parameters are a 400 instead of being ignored, and so are filters with an id that nothing has or an empty range. The response has the header `Preference-Applied: handling=strict`.
                 * @example handling=strict
                 */
                Prefer?: components["parameters"]["Prefer"];
                /**
                 * @description An id for the request: 1 to 64 characters of A-Z, a-z, 0-9, `.`, `_` and `-`. The service replaces any other value with a new id.
                 * @example import-2026-11-21.0042
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description The trace of the request (W3C Trace Context). The service replaces a malformed one with a new trace.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["TraceParent"];
            };
            path: {
                /**
                 * @description Internal id of the vehicle.
                 * @example 9000000000096792
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Basic registration and classification data of a vehicle. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Dataset-Version": components["headers"]["X-Dataset-Version"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "9000000000096792",
                     *       "vin": "JNWCCRPE64H013827",
                     *       "registrationNumber": "ER52578",
                     *       "plates": [
                     *         "ER52578"
                     *       ],
                     *       "registrationStatus": "Registered",
                     *       "registrationStatusDate": "2023-04-02T16:47:32.000+02:00",
                     *       "firstRegisteredOn": "2017-11-03",
                     *       "modelYear": 2017,
                     *       "registrationNumberExpiresOn": null,
                     *       "registrationStatusOriginal": "Registreret",
                     *       "kind": {
                     *         "id": "1",
                     *         "name": "Passenger car",
                     *         "originalName": "Personbil"
                     *       },
                     *       "usage": {
                     *         "id": "1",
                     *         "name": "Private passenger transport",
                     *         "originalName": "Privat personkørsel"
                     *       },
                     *       "color": {
                     *         "id": "10",
                     *         "name": "Orange",
                     *         "originalName": "Orange"
                     *       },
                     *       "make": {
                     *         "id": "10043",
                     *         "name": "HYUNDAI"
                     *       },
                     *       "model": {
                     *         "id": "10043010",
                     *         "name": "E 10"
                     *       },
                     *       "variant": {
                     *         "id": "1004301001",
                     *         "name": "3,2 XDRIVE 150 HK 4 DØRS"
                     *       },
                     *       "designationType": {
                     *         "id": "10043010010000001",
                     *         "name": "1FU"
                     *       },
                     *       "bodyType": "MPV",
                     *       "vehicleStatus": "Registered",
                     *       "vehicleStatusDate": "2023-04-02T16:47:32.000+02:00",
                     *       "leasingPeriods": [
                     *         {
                     *           "validFrom": "2019-01-09",
                     *           "validTo": "2022-01-08"
                     *         }
                     *       ],
                     *       "nextInspectionEstimate": {
                     *         "date": "2027-03-21",
                     *         "rule": "EveryTwoYears",
                     *         "lastInspectedOn": "2025-03-21",
                     *         "grossWeightKg": 2705
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["VehicleResponse"];
                    "application/vnd.partial-vehicle+json": components["schemas"]["PartialVehicle"];
                };
            };
            /** @description Not modified; your copy is current. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Dataset-Version": components["headers"]["X-Dataset-Version"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `ValidationFailed`: A parameter is malformed or out of range. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["ApiKeyMissingOrApiKeyInvalid"];
            402: components["responses"]["PaymentRequired"];
            404: components["responses"]["VehicleNotFound"];
            429: components["responses"]["RateLimitExceededOrQuotaExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatasetNotLoadedOrSearchUnavailableOrServiceUnavailable"];
        };
    };
    getVehicleByVin: {
        parameters: {
            query?: {
                /** @description Records to answer within the vehicle, separated by commas: `technicalDetails`, `environmentalInformation`, `engine`, `inspection`. One that the vehicle does not have is null. */
                expand?: string;
                /** @description Members to answer, separated by commas, and no others: those of the vehicle, its records, or members of either, such as `make.name` and `engine.maxPowerKw`. The media type is then `application/vnd.partial-vehicle+json`. */
                fields?: string;
            };
            header?: {
                /**
                 * @description The `ETag` of a response you have cached. While it is current, the service returns 304 without a body.
                 * @example W/"2s9bbLp0NuTzDqQV1JzF4A"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description `handling=strict` (RFC 7240): unknown query parameters are a 400 instead of being ignored, and so are filters with an id that nothing has or an empty range. The response has the header `Preference-Applied: handling=strict`.
                 * @example handling=strict
                 */
                Prefer?: components["parameters"]["Prefer"];
                /**
                 * @description An id for the request: 1 to 64 characters of A-Z, a-z, 0-9, `.`, `_` and `-`. The service replaces any other value with a new id.
                 * @example import-2026-11-21.0042
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description The trace of the request (W3C Trace Context). The service replaces a malformed one with a new trace.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["TraceParent"];
            };
            path: {
                /**
                 * @description Vehicle identification number, or frame number of an old vehicle. Case and surrounding spaces are ignored.
                 * @example JNWCCRPE64H013827
                 */
                vin: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Basic registration and classification data of a vehicle. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Dataset-Version": components["headers"]["X-Dataset-Version"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "9000000000096792",
                     *       "vin": "JNWCCRPE64H013827",
                     *       "registrationNumber": "ER52578",
                     *       "plates": [
                     *         "ER52578"
                     *       ],
                     *       "registrationStatus": "Registered",
                     *       "registrationStatusDate": "2023-04-02T16:47:32.000+02:00",
                     *       "firstRegisteredOn": "2017-11-03",
                     *       "modelYear": 2017,
                     *       "registrationNumberExpiresOn": null,
                     *       "registrationStatusOriginal": "Registreret",
                     *       "kind": {
                     *         "id": "1",
                     *         "name": "Passenger car",
                     *         "originalName": "Personbil"
                     *       },
                     *       "usage": {
                     *         "id": "1",
                     *         "name": "Private passenger transport",
                     *         "originalName": "Privat personkørsel"
                     *       },
                     *       "color": {
                     *         "id": "10",
                     *         "name": "Orange",
                     *         "originalName": "Orange"
                     *       },
                     *       "make": {
                     *         "id": "10043",
                     *         "name": "HYUNDAI"
                     *       },
                     *       "model": {
                     *         "id": "10043010",
                     *         "name": "E 10"
                     *       },
                     *       "variant": {
                     *         "id": "1004301001",
                     *         "name": "3,2 XDRIVE 150 HK 4 DØRS"
                     *       },
                     *       "designationType": {
                     *         "id": "10043010010000001",
                     *         "name": "1FU"
                     *       },
                     *       "bodyType": "MPV",
                     *       "vehicleStatus": "Registered",
                     *       "vehicleStatusDate": "2023-04-02T16:47:32.000+02:00",
                     *       "leasingPeriods": [
                     *         {
                     *           "validFrom": "2019-01-09",
                     *           "validTo": "2022-01-08"
                     *         }
                     *       ],
                     *       "nextInspectionEstimate": {
                     *         "date": "2027-03-21",
                     *         "rule": "EveryTwoYears",
                     *         "lastInspectedOn": "2025-03-21",
                     *         "grossWeightKg": 2705
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["VehicleResponse"];
                    "application/vnd.partial-vehicle+json": components["schemas"]["PartialVehicle"];
                };
            };
            /** @description Not modified; your copy is current. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Dataset-Version": components["headers"]["X-Dataset-Version"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `ValidationFailed`: A parameter is malformed or out of range. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["ApiKeyMissingOrApiKeyInvalid"];
            402: components["responses"]["PaymentRequired"];
            404: components["responses"]["VehicleNotFound"];
            429: components["responses"]["RateLimitExceededOrQuotaExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatasetNotLoadedOrSearchUnavailableOrServiceUnavailable"];
        };
    };
    getVehicleByPlate: {
        parameters: {
            query?: {
                /** @description Records to answer within the vehicle, separated by commas: `technicalDetails`, `environmentalInformation`, `engine`, `inspection`. One that the vehicle does not have is null. */
                expand?: string;
                /** @description Members to answer, separated by commas, and no others: those of the vehicle, its records, or members of either, such as `make.name` and `engine.maxPowerKw`. The media type is then `application/vnd.partial-vehicle+json`. */
                fields?: string;
            };
            header?: {
                /**
                 * @description The `ETag` of a response you have cached. While it is current, the service returns 304 without a body.
                 * @example W/"2s9bbLp0NuTzDqQV1JzF4A"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description `handling=strict` (RFC 7240): unknown query parameters are a 400 instead of being ignored, and so are filters with an id that nothing has or an empty range. The response has the header `Preference-Applied: handling=strict`.
                 * @example handling=strict
                 */
                Prefer?: components["parameters"]["Prefer"];
                /**
                 * @description An id for the request: 1 to 64 characters of A-Z, a-z, 0-9, `.`, `_` and `-`. The service replaces any other value with a new id.
                 * @example import-2026-11-21.0042
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description The trace of the request (W3C Trace Context). The service replaces a malformed one with a new trace.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["TraceParent"];
            };
            path: {
                /**
                 * @description Registration number (plate). Case, spaces and hyphens are ignored; what remains must be 1 to 10 characters of A-Z, 0-9, Æ, Ø and Å.
                 * @example ER52578
                 */
                plate: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Basic registration and classification data of a vehicle. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Dataset-Version": components["headers"]["X-Dataset-Version"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "9000000000096792",
                     *       "vin": "JNWCCRPE64H013827",
                     *       "registrationNumber": "ER52578",
                     *       "plates": [
                     *         "ER52578"
                     *       ],
                     *       "registrationStatus": "Registered",
                     *       "registrationStatusDate": "2023-04-02T16:47:32.000+02:00",
                     *       "firstRegisteredOn": "2017-11-03",
                     *       "modelYear": 2017,
                     *       "registrationNumberExpiresOn": null,
                     *       "registrationStatusOriginal": "Registreret",
                     *       "kind": {
                     *         "id": "1",
                     *         "name": "Passenger car",
                     *         "originalName": "Personbil"
                     *       },
                     *       "usage": {
                     *         "id": "1",
                     *         "name": "Private passenger transport",
                     *         "originalName": "Privat personkørsel"
                     *       },
                     *       "color": {
                     *         "id": "10",
                     *         "name": "Orange",
                     *         "originalName": "Orange"
                     *       },
                     *       "make": {
                     *         "id": "10043",
                     *         "name": "HYUNDAI"
                     *       },
                     *       "model": {
                     *         "id": "10043010",
                     *         "name": "E 10"
                     *       },
                     *       "variant": {
                     *         "id": "1004301001",
                     *         "name": "3,2 XDRIVE 150 HK 4 DØRS"
                     *       },
                     *       "designationType": {
                     *         "id": "10043010010000001",
                     *         "name": "1FU"
                     *       },
                     *       "bodyType": "MPV",
                     *       "vehicleStatus": "Registered",
                     *       "vehicleStatusDate": "2023-04-02T16:47:32.000+02:00",
                     *       "leasingPeriods": [
                     *         {
                     *           "validFrom": "2019-01-09",
                     *           "validTo": "2022-01-08"
                     *         }
                     *       ],
                     *       "nextInspectionEstimate": {
                     *         "date": "2027-03-21",
                     *         "rule": "EveryTwoYears",
                     *         "lastInspectedOn": "2025-03-21",
                     *         "grossWeightKg": 2705
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["VehicleResponse"];
                    "application/vnd.partial-vehicle+json": components["schemas"]["PartialVehicle"];
                };
            };
            /** @description Not modified; your copy is current. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Dataset-Version": components["headers"]["X-Dataset-Version"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `ValidationFailed`: A parameter is malformed or out of range. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["ApiKeyMissingOrApiKeyInvalid"];
            402: components["responses"]["PaymentRequired"];
            404: components["responses"]["VehicleNotFound"];
            429: components["responses"]["RateLimitExceededOrQuotaExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatasetNotLoadedOrSearchUnavailableOrServiceUnavailable"];
        };
    };
    lookUpPlates: {
        parameters: {
            query?: {
                /** @description Records to answer within the vehicle, separated by commas: `technicalDetails`, `environmentalInformation`, `engine`, `inspection`. One that the vehicle does not have is null. */
                expand?: string;
                /** @description Members to answer, separated by commas, and no others: those of the vehicle, its records, or members of either, such as `make.name` and `engine.maxPowerKw`. The media type is then `application/vnd.partial-vehicle+json`. */
                fields?: string;
            };
            header?: {
                /**
                 * @description `handling=strict` (RFC 7240): unknown query parameters are a 400 instead of being ignored, and so are filters with an id that nothing has or an empty range. The response has the header `Preference-Applied: handling=strict`.
                 * @example handling=strict
                 */
                Prefer?: components["parameters"]["Prefer"];
                /**
                 * @description An id for the request: 1 to 64 characters of A-Z, a-z, 0-9, `.`, `_` and `-`. The service replaces any other value with a new id.
                 * @example import-2026-11-21.0042
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description The trace of the request (W3C Trace Context). The service replaces a malformed one with a new trace.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["TraceParent"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON in UTF-8, at most 65,536 bytes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "plates": [
                 *         "er 52-578",
                 *         "ZZ99999",
                 *         "AB_12345"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["BatchPlatesRequest"];
            };
        };
        responses: {
            /** @description The results of a batch. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Dataset-Version": components["headers"]["X-Dataset-Version"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "plate": "er 52-578",
                     *           "vehicle": {
                     *             "id": "9000000000096792",
                     *             "vin": "JNWCCRPE64H013827",
                     *             "registrationNumber": "ER52578",
                     *             "plates": [
                     *               "ER52578"
                     *             ],
                     *             "registrationStatus": "Registered",
                     *             "registrationStatusDate": "2023-04-02T16:47:32.000+02:00",
                     *             "firstRegisteredOn": "2017-11-03",
                     *             "modelYear": 2017,
                     *             "registrationNumberExpiresOn": null,
                     *             "registrationStatusOriginal": "Registreret",
                     *             "kind": {
                     *               "id": "1",
                     *               "name": "Passenger car",
                     *               "originalName": "Personbil"
                     *             },
                     *             "usage": {
                     *               "id": "1",
                     *               "name": "Private passenger transport",
                     *               "originalName": "Privat personkørsel"
                     *             },
                     *             "color": {
                     *               "id": "10",
                     *               "name": "Orange",
                     *               "originalName": "Orange"
                     *             },
                     *             "make": {
                     *               "id": "10043",
                     *               "name": "HYUNDAI"
                     *             },
                     *             "model": {
                     *               "id": "10043010",
                     *               "name": "E 10"
                     *             },
                     *             "variant": {
                     *               "id": "1004301001",
                     *               "name": "3,2 XDRIVE 150 HK 4 DØRS"
                     *             },
                     *             "designationType": {
                     *               "id": "10043010010000001",
                     *               "name": "1FU"
                     *             },
                     *             "bodyType": "MPV",
                     *             "vehicleStatus": "Registered",
                     *             "vehicleStatusDate": "2023-04-02T16:47:32.000+02:00",
                     *             "leasingPeriods": [
                     *               {
                     *                 "validFrom": "2019-01-09",
                     *                 "validTo": "2022-01-08"
                     *               }
                     *             ],
                     *             "nextInspectionEstimate": {
                     *               "date": "2027-03-21",
                     *               "rule": "EveryTwoYears",
                     *               "lastInspectedOn": "2025-03-21",
                     *               "grossWeightKg": 2705
                     *             }
                     *           },
                     *           "error": null
                     *         },
                     *         {
                     *           "plate": "ZZ99999",
                     *           "vehicle": null,
                     *           "error": {
                     *             "code": "VehicleNotFound",
                     *             "message": "The vehicle was not found."
                     *           }
                     *         },
                     *         {
                     *           "plate": "AB_12345",
                     *           "vehicle": null,
                     *           "error": {
                     *             "code": "InvalidPlate",
                     *             "message": "Registration number must be 1 to 10 characters of A-Z, 0-9, Æ, Ø and Å, besides spaces and hyphens."
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["BatchPlatesResponse"];
                    "application/vnd.partial-vehicle+json": components["schemas"]["PartialBatchPlatesResponse"];
                };
            };
            /** @description `ValidationFailed`: A parameter is malformed or out of range. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["ApiKeyMissingOrApiKeyInvalid"];
            402: components["responses"]["PaymentRequired"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceededOrQuotaExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatasetNotLoadedOrSearchUnavailableOrServiceUnavailable"];
        };
    };
    getTechnicalDetails: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of a response you have cached. While it is current, the service returns 304 without a body.
                 * @example W/"2s9bbLp0NuTzDqQV1JzF4A"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description `handling=strict` (RFC 7240): unknown query parameters are a 400 instead of being ignored, and so are filters with an id that nothing has or an empty range. The response has the header `Preference-Applied: handling=strict`.
                 * @example handling=strict
                 */
                Prefer?: components["parameters"]["Prefer"];
                /**
                 * @description An id for the request: 1 to 64 characters of A-Z, a-z, 0-9, `.`, `_` and `-`. The service replaces any other value with a new id.
                 * @example import-2026-11-21.0042
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description The trace of the request (W3C Trace Context). The service replaces a malformed one with a new trace.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["TraceParent"];
            };
            path: {
                /**
                 * @description Internal id of the vehicle.
                 * @example 9000000000096792
                 */
                vehicleId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Weights, seating, axles, towing, approval and equipment of a vehicle. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Dataset-Version": components["headers"]["X-Dataset-Version"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "createdFrom": "TypeCertificate",
                     *       "vinLocation": "På højre af forreste travers",
                     *       "grossWeightKg": 2705,
                     *       "unladenWeightKg": 1840,
                     *       "kerbWeightMinKg": 2005,
                     *       "kerbWeightMaxKg": null,
                     *       "technicalGrossWeightKg": 2705,
                     *       "grossCombinationWeightKg": 4460,
                     *       "axleCount": 2,
                     *       "maxAxleLoadKg": null,
                     *       "taxAxleCount": null,
                     *       "taxAxleLoadKg": null,
                     *       "passengerCount": null,
                     *       "seatsMin": 5,
                     *       "seatsMax": null,
                     *       "standingPlacesMin": null,
                     *       "standingPlacesMax": null,
                     *       "towBarFitted": true,
                     *       "towingWeightUnbrakedKg": 150,
                     *       "towingWeightBrakedKg": 550,
                     *       "trailerGrossWeightKg": null,
                     *       "fifthWheelLoadKg": null,
                     *       "semiTrailerAxleLoadKg": null,
                     *       "topSpeedKmh": 231,
                     *       "tyresAndRims": "1. aksel: 215/60R16 92H. 2. aksel: 215/60R16 92H",
                     *       "sidecarVin": null,
                     *       "ncapFiveStars": null,
                     *       "vValueAir": null,
                     *       "vValueMechanical": null,
                     *       "otherEquipment": null,
                     *       "condition": null,
                     *       "thirtyPercentVan": null,
                     *       "drivenAxles": "1",
                     *       "suitableForTaxi": null,
                     *       "wheelbaseMm": 2911,
                     *       "trackWidthFrontMm": 1533,
                     *       "trackWidthRearMm": 1532,
                     *       "typeNotificationNumber": null,
                     *       "typeApprovalNumber": "e13*2001/116*444*05",
                     *       "euVariant": "SS9Q9G",
                     *       "euVersion": "IN851A",
                     *       "euVehicleCategory": null,
                     *       "gearCount": null,
                     *       "doorCount": 4,
                     *       "manufacturer": null,
                     *       "airSuspension": null,
                     *       "inServiceDate": null,
                     *       "trafficDamage": false,
                     *       "veteranOriginal": null,
                     *       "usages": [],
                     *       "supplementaryBodyTypes": [],
                     *       "equipment": [
                     *         {
                     *           "id": "506",
                     *           "name": "ABS bremser",
                     *           "count": 1
                     *         },
                     *         {
                     *           "id": "6029",
                     *           "name": "radio",
                     *           "count": 1
                     *         },
                     *         {
                     *           "id": "805",
                     *           "name": "firehjulstraek",
                     *           "count": 1
                     *         }
                     *       ],
                     *       "permits": [
                     *         {
                     *           "type": {
                     *             "id": "19",
                     *             "name": "Udlejning Uden Fører"
                     *           },
                     *           "validFrom": "2022-04-15T10:19:01.000+02:00",
                     *           "validTo": null
                     *         }
                     *       ],
                     *       "blockingReasons": []
                     *     }
                     */
                    "application/json": components["schemas"]["VehicleTechnicalDetailsResponse"];
                };
            };
            /** @description Not modified; your copy is current. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Dataset-Version": components["headers"]["X-Dataset-Version"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `ValidationFailed`: A parameter is malformed or out of range. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["ApiKeyMissingOrApiKeyInvalid"];
            402: components["responses"]["PaymentRequired"];
            404: components["responses"]["VehicleNotFound"];
            429: components["responses"]["RateLimitExceededOrQuotaExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatasetNotLoadedOrSearchUnavailableOrServiceUnavailable"];
        };
    };
    getEnvironmentalInformation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of a response you have cached. While it is current, the service returns 304 without a body.
                 * @example W/"2s9bbLp0NuTzDqQV1JzF4A"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description `handling=strict` (RFC 7240): unknown query parameters are a 400 instead of being ignored, and so are filters with an id that nothing has or an empty range. The response has the header `Preference-Applied: handling=strict`.
                 * @example handling=strict
                 */
                Prefer?: components["parameters"]["Prefer"];
                /**
                 * @description An id for the request: 1 to 64 characters of A-Z, a-z, 0-9, `.`, `_` and `-`. The service replaces any other value with a new id.
                 * @example import-2026-11-21.0042
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description The trace of the request (W3C Trace Context). The service replaces a malformed one with a new trace.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["TraceParent"];
            };
            path: {
                /**
                 * @description Internal id of the vehicle.
                 * @example 9000000000096792
                 */
                vehicleId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Emissions, filters and classification of a vehicle. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Dataset-Version": components["headers"]["X-Dataset-Version"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "emissionStandard": {
                     *         "id": "49",
                     *         "name": "Euro VI"
                     *       },
                     *       "measurementNorm": {
                     *         "id": "3",
                     *         "name": "WLTP"
                     *       },
                     *       "co2GPerKm": 94,
                     *       "fuelEconomyKmPerL": 25.2,
                     *       "electricConsumptionWhPerKm": null,
                     *       "co": 0.3642,
                     *       "hcPlusNox": null,
                     *       "nox": 154.8,
                     *       "particulates": 0.28,
                     *       "particleFilter": false,
                     *       "smokeOpacity": null,
                     *       "smokeOpacityRpm": null,
                     *       "co2EmissionClass": null,
                     *       "co2ClassReclassificationDate": null,
                     *       "specificCo2Emission": null,
                     *       "payloadValue": null,
                     *       "zeroEmissionHeavyVehicle": null
                     *     }
                     */
                    "application/json": components["schemas"]["VehicleEnvironmentalInformationResponse"];
                };
            };
            /** @description The vehicle exists but has no such record. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Dataset-Version": components["headers"]["X-Dataset-Version"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not modified; your copy is current. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Dataset-Version": components["headers"]["X-Dataset-Version"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `ValidationFailed`: A parameter is malformed or out of range. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["ApiKeyMissingOrApiKeyInvalid"];
            402: components["responses"]["PaymentRequired"];
            404: components["responses"]["VehicleNotFound"];
            429: components["responses"]["RateLimitExceededOrQuotaExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatasetNotLoadedOrSearchUnavailableOrServiceUnavailable"];
        };
    };
    getEngine: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of a response you have cached. While it is current, the service returns 304 without a body.
                 * @example W/"2s9bbLp0NuTzDqQV1JzF4A"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description `handling=strict` (RFC 7240): unknown query parameters are a 400 instead of being ignored, and so are filters with an id that nothing has or an empty range. The response has the header `Preference-Applied: handling=strict`.
                 * @example handling=strict
                 */
                Prefer?: components["parameters"]["Prefer"];
                /**
                 * @description An id for the request: 1 to 64 characters of A-Z, a-z, 0-9, `.`, `_` and `-`. The service replaces any other value with a new id.
                 * @example import-2026-11-21.0042
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description The trace of the request (W3C Trace Context). The service replaces a malformed one with a new trace.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["TraceParent"];
            };
            path: {
                /**
                 * @description Internal id of the vehicle.
                 * @example 9000000000096792
                 */
                vehicleId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The engine of a vehicle. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Dataset-Version": components["headers"]["X-Dataset-Version"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "cylinderCount": 3,
                     *       "displacementCm3": null,
                     *       "displacementUnavailable": true,
                     *       "maxPowerKw": 195.1,
                     *       "maxPowerUnavailable": null,
                     *       "fuels": [
                     *         {
                     *           "type": {
                     *             "id": "1",
                     *             "name": "Petrol",
                     *             "originalName": "Benzin"
                     *           },
                     *           "measurementNorm": {
                     *             "id": "3",
                     *             "name": "WLTP"
                     *           },
                     *           "isPrimary": true,
                     *           "fuelEconomyKmPerL": 25.2,
                     *           "co2GPerKm": 94,
                     *           "electricConsumptionWhPerKm": null,
                     *           "fuelCell": null
                     *         }
                     *       ],
                     *       "odometerReadingKm": 210000,
                     *       "odometerReadingRaw": "210",
                     *       "odometerDocumented": false,
                     *       "odometerUnavailable": false,
                     *       "stationaryNoiseDb": 88.7,
                     *       "stationaryNoiseRpm": 5500,
                     *       "driveByNoiseDb": 69.8,
                     *       "engineCode": null,
                     *       "innovativeTechnology": false,
                     *       "innovativeTechnologyCo2SavingGPerKm": null
                     *     }
                     */
                    "application/json": components["schemas"]["VehicleEngineInformationResponse"];
                };
            };
            /** @description The vehicle exists but has no such record. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Dataset-Version": components["headers"]["X-Dataset-Version"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not modified; your copy is current. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Dataset-Version": components["headers"]["X-Dataset-Version"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `ValidationFailed`: A parameter is malformed or out of range. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["ApiKeyMissingOrApiKeyInvalid"];
            402: components["responses"]["PaymentRequired"];
            404: components["responses"]["VehicleNotFound"];
            429: components["responses"]["RateLimitExceededOrQuotaExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatasetNotLoadedOrSearchUnavailableOrServiceUnavailable"];
        };
    };
    getInspection: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of a response you have cached. While it is current, the service returns 304 without a body.
                 * @example W/"2s9bbLp0NuTzDqQV1JzF4A"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description `handling=strict` (RFC 7240): unknown query parameters are a 400 instead of being ignored, and so are filters with an id that nothing has or an empty range. The response has the header `Preference-Applied: handling=strict`.
                 * @example handling=strict
                 */
                Prefer?: components["parameters"]["Prefer"];
                /**
                 * @description An id for the request: 1 to 64 characters of A-Z, a-z, 0-9, `.`, `_` and `-`. The service replaces any other value with a new id.
                 * @example import-2026-11-21.0042
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description The trace of the request (W3C Trace Context). The service replaces a malformed one with a new trace.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["TraceParent"];
            };
            path: {
                /**
                 * @description Internal id of the vehicle.
                 * @example 9000000000096792
                 */
                vehicleId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The latest inspection report of a vehicle. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Dataset-Version": components["headers"]["X-Dataset-Version"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "PeriodicInspection",
                     *       "typeOriginal": "PeriodiskSyn",
                     *       "result": "Approved",
                     *       "resultOriginal": "Godkendt",
                     *       "date": "2025-03-21",
                     *       "status": "Active",
                     *       "statusOriginal": "Aktiv",
                     *       "statusDate": "2025-03-21",
                     *       "odometerReadingKm": 210000,
                     *       "odometerReadingRaw": "210",
                     *       "reinspectionDeadline": null
                     *     }
                     */
                    "application/json": components["schemas"]["VehicleInspectionReportResponse"];
                };
            };
            /** @description The vehicle exists but has no such record. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Dataset-Version": components["headers"]["X-Dataset-Version"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not modified; your copy is current. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Dataset-Version": components["headers"]["X-Dataset-Version"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `ValidationFailed`: A parameter is malformed or out of range. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["ApiKeyMissingOrApiKeyInvalid"];
            402: components["responses"]["PaymentRequired"];
            404: components["responses"]["VehicleNotFound"];
            429: components["responses"]["RateLimitExceededOrQuotaExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatasetNotLoadedOrSearchUnavailableOrServiceUnavailable"];
        };
    };
    searchVehicles: {
        parameters: {
            query?: {
                /**
                 * @description Return only vehicles of this make.
                 * @example 10043
                 */
                makeId?: string;
                /**
                 * @description Return only vehicles of this kind.
                 * @example 1
                 */
                kindId?: string;
                /** @description Return only vehicles whose `usage` is this one. */
                usageId?: string;
                /** @description Return only vehicles of this color. */
                colorId?: string;
                /** @description Return only vehicles of one of these makes: 1 to 50 ids, separated by commas. */
                makeIds?: string;
                /** @description Return only vehicles of one of these kinds: 1 to 50 ids, separated by commas. */
                kindIds?: string;
                /** @description Return only vehicles of one of these usages: 1 to 50 ids, separated by commas. */
                usageIds?: string;
                /**
                 * @description Return only vehicles of one of these colors: 1 to 50 ids, separated by commas.
                 * @example 10,4
                 */
                colorIds?: string;
                /** @description Return only vehicles of this model. Add `makeId`, because the ids of models are those under a make. */
                modelId?: string;
                /** @description Return only vehicles of this variant. Add `makeId`, because the ids of variants are those under a make. */
                variantId?: string;
                /** @description Return only vehicles of this emission standard. */
                emissionStandardId?: string;
                /** @description Return only vehicles with this equipment. */
                equipmentId?: string;
                /** @description Return only vehicles whose make has this name, in English or Danish. Case and accents are ignored, and `æ`, `ø` and `å` may be typed as `ae`, `oe` and `aa`, or `a`, `o` and `a`. */
                make?: string;
                /** @description Return only vehicles whose model, of the make that is asked for or of any, has this name, in English or Danish. Case and accents are ignored, and `æ`, `ø` and `å` may be typed as `ae`, `oe` and `aa`, or `a`, `o` and `a`. */
                model?: string;
                /** @description Return only vehicles whose variant, of the make and model that are asked for or of any, has this name, in English or Danish. Case and accents are ignored, and `æ`, `ø` and `å` may be typed as `ae`, `oe` and `aa`, or `a`, `o` and `a`. */
                variant?: string;
                /** @description Return only vehicles whose kind has this name, in English or Danish. Case and accents are ignored, and `æ`, `ø` and `å` may be typed as `ae`, `oe` and `aa`, or `a`, `o` and `a`. */
                kind?: string;
                /** @description Return only vehicles whose `usage` has this name, in English or Danish. Case and accents are ignored, and `æ`, `ø` and `å` may be typed as `ae`, `oe` and `aa`, or `a`, `o` and `a`. */
                usage?: string;
                /** @description Return only vehicles whose color has this name, in English or Danish. Case and accents are ignored, and `æ`, `ø` and `å` may be typed as `ae`, `oe` and `aa`, or `a`, `o` and `a`. */
                color?: string;
                /** @description All vehicles that have carried this registration number (plate). Case, spaces and hyphens are ignored; what remains must be 1 to 10 characters of A-Z, 0-9, Æ, Ø and Å. */
                registrationNumber?: string;
                /** @description Return only vehicles that have carried a registration number with this beginning: 2 to 10 characters, read as those of a plate are. */
                registrationNumberPrefix?: string;
                /** @description Return only vehicles whose VIN begins with this: at least 3 characters. Case and surrounding spaces are ignored. */
                vinPrefix?: string;
                /** @description Return only vehicles of this `registrationStatus`: `Registered` or `NotRegistered`. Case is ignored. */
                registrationStatus?: "Registered" | "NotRegistered";
                /** @description Return only vehicles of this `vehicleStatus`. Case is ignored. */
                vehicleStatus?: "BeingCreated" | "Created" | "PartlyCreated" | "AdministrativelyCreated" | "Registered" | "Deregistered" | "MarkedForExport" | "Exported" | "Scrapped" | "Deleted" | "DeclaredByImporter" | "DeclaredByImporterAndDealer" | "PassedRegistrationInspection";
                /** @description Return only vehicles of this `bodyType`. Case is ignored. */
                bodyType?: string;
                /** @description Return only vehicles any of whose fuels is of this type, in English or Danish. Case is ignored. */
                fuel?: string;
                /**
                 * @description Return only vehicles whose primary fuel, the first one, is of this type, in English or Danish. Case is ignored.
                 * @example Diesel
                 */
                primaryFuel?: string;
                /** @description Return only vehicles whose CO2 and consumption were measured so. Case is ignored. */
                measurementNorm?: "NEDC" | "NEDC-2" | "WLTP";
                /** @description Return only vehicles with this latest inspection. Case is ignored. */
                inspectionResult?: "Approved" | "NotApproved" | "ApprovableAfterReinspectionByReinspectionCompany" | "ApprovableAfterReinspectionByInspectionCompany" | "NotApprovedMayBePresentedAgain" | "Incomplete";
                /** @description Return only vehicles with a tow bar (`true`), or those that the register says have none (`false`). */
                hasTowBar?: boolean;
                /** @description Return only vehicles with a leasing period that had not ended on the day of the extract, or those without. */
                isLeased?: boolean;
                /** @description Return only vehicles that are blocked, such as write-offs, or those that are not. */
                isBlocked?: boolean;
                /**
                 * @description Lower bound of the model year, inclusive.
                 * @example 2015
                 */
                fromModelYear?: number;
                /**
                 * @description Upper bound of the model year, inclusive.
                 * @example 2019
                 */
                toModelYear?: number;
                /** @description Lower bound of the maximum power in kW, inclusive. */
                fromMaxPowerKw?: number;
                /** @description Upper bound of the maximum power in kW, inclusive. */
                toMaxPowerKw?: number;
                /** @description Lower bound of the permitted gross mass in kg, inclusive. */
                fromGrossWeightKg?: number;
                /** @description Upper bound of the permitted gross mass in kg, inclusive. */
                toGrossWeightKg?: number;
                /** @description Lower bound of the mass in running order in kg (`kerbWeightMinKg`), inclusive. */
                fromKerbWeightKg?: number;
                /** @description Upper bound of the mass in running order in kg (`kerbWeightMinKg`), inclusive. */
                toKerbWeightKg?: number;
                /** @description Lower bound of the top speed in km/h, inclusive. */
                fromTopSpeedKmh?: number;
                /** @description Upper bound of the top speed in km/h, inclusive. */
                toTopSpeedKmh?: number;
                /** @description Lower bound of the CO2 emission in g/km, measured under `measurementNorm`, inclusive. */
                fromCo2GPerKm?: number;
                /** @description Upper bound of the CO2 emission in g/km, measured under `measurementNorm`, inclusive. */
                toCo2GPerKm?: number;
                /** @description Lower bound of the distance per litre in km, measured under `measurementNorm`, inclusive. */
                fromFuelEconomyKmPerL?: number;
                /** @description Upper bound of the distance per litre in km, measured under `measurementNorm`, inclusive. */
                toFuelEconomyKmPerL?: number;
                /** @description Lower bound of the electric consumption in Wh/km, measured under `measurementNorm`, inclusive. */
                fromElectricConsumptionWhPerKm?: number;
                /** @description Upper bound of the electric consumption in Wh/km, measured under `measurementNorm`, inclusive. */
                toElectricConsumptionWhPerKm?: number;
                /** @description Lower bound of the number of seats (`seatsMin`), inclusive. */
                fromSeats?: number;
                /** @description Upper bound of the number of seats (`seatsMin`), inclusive. */
                toSeats?: number;
                /** @description Lower bound of the number of doors, inclusive. */
                fromDoors?: number;
                /** @description Upper bound of the number of doors, inclusive. */
                toDoors?: number;
                /** @description Lower bound of the number of axles, inclusive. */
                fromAxles?: number;
                /** @description Upper bound of the number of axles, inclusive. */
                toAxles?: number;
                /** @description Lower bound of the odometer reading in km at the latest inspection, inclusive. */
                fromOdometerReadingKm?: number;
                /** @description Upper bound of the odometer reading in km at the latest inspection, inclusive. */
                toOdometerReadingKm?: number;
                /** @description Lower bound of the first registration, inclusive. */
                fromFirstRegisteredOn?: string;
                /** @description Upper bound of the first registration, inclusive. */
                toFirstRegisteredOn?: string;
                /** @description Lower bound of the day on which the registration status was set, inclusive. */
                fromRegistrationStatusDate?: string;
                /** @description Upper bound of the day on which the registration status was set, inclusive. */
                toRegistrationStatusDate?: string;
                /** @description Lower bound of the latest inspection, inclusive. */
                fromInspectionDate?: string;
                /** @description Upper bound of the latest inspection, inclusive. */
                toInspectionDate?: string;
                /** @description Lower bound of the estimated next inspection (`nextInspectionEstimate`), inclusive. */
                inspectionDueFrom?: string;
                /** @description Upper bound of the estimated next inspection (`nextInspectionEstimate`), inclusive. */
                inspectionDueTo?: string;
                /**
                 * @description Sort order; a leading `-` means descending. Vehicles without the value come last in either direction, and ties are broken by id. The default is `-firstRegisteredOn`, or with `registrationNumber` the order of the plate lookup.
                 * @example -firstRegisteredOn
                 */
                sortBy?: "firstRegisteredOn" | "-firstRegisteredOn" | "vin" | "-vin" | "registrationNumber" | "-registrationNumber" | "id" | "-id";
                /**
                 * @description Page number, from 1. Page times page size must be at most 10,000.
                 * @example 1
                 */
                page?: number;
                /**
                 * @description Items per page, 1 to 20.
                 * @example 10
                 */
                pageSize?: number;
                /** @description Records to answer within the vehicle, separated by commas: `technicalDetails`, `environmentalInformation`, `engine`, `inspection`. One that the vehicle does not have is null. */
                expand?: string;
                /** @description Members to answer, separated by commas, and no others: those of the vehicle, its records, or members of either, such as `make.name` and `engine.maxPowerKw`. The media type is then `application/vnd.partial-vehicle+json`. */
                fields?: string;
            };
            header?: {
                /**
                 * @description The `ETag` of a response you have cached. While it is current, the service returns 304 without a body.
                 * @example W/"2s9bbLp0NuTzDqQV1JzF4A"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description `handling=strict` (RFC 7240): unknown query parameters are a 400 instead of being ignored, and so are filters with an id that nothing has or an empty range. The response has the header `Preference-Applied: handling=strict`.
                 * @example handling=strict
                 */
                Prefer?: components["parameters"]["Prefer"];
                /**
                 * @description An id for the request: 1 to 64 characters of A-Z, a-z, 0-9, `.`, `_` and `-`. The service replaces any other value with a new id.
                 * @example import-2026-11-21.0042
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description The trace of the request (W3C Trace Context). The service replaces a malformed one with a new trace.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["TraceParent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of a list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Dataset-Version": components["headers"]["X-Dataset-Version"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [],
                     *       "metadata": {
                     *         "page": 1,
                     *         "pageSize": 10,
                     *         "totalCount": 0,
                     *         "totalPages": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaginationResponseOfVehicleResponse"];
                    "application/vnd.partial-vehicle+json": components["schemas"]["PaginationResponseOfPartialVehicle"];
                };
            };
            /** @description Not modified; your copy is current. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Dataset-Version": components["headers"]["X-Dataset-Version"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `ValidationFailed`: A parameter is malformed or out of range. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["ApiKeyMissingOrApiKeyInvalid"];
            402: components["responses"]["PaymentRequired"];
            429: components["responses"]["RateLimitExceededOrQuotaExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatasetNotLoadedOrSearchUnavailableOrServiceUnavailable"];
        };
    };
    getStatistics: {
        parameters: {
            query?: {
                /**
                 * @description One or two groupings, separated by a comma: `make`, `model`, `variant`, `kind`, `usage`, `color`, `emissionStandard`, `vehicleStatus`, `bodyType`, `primaryFuel`, `measurementNorm`, `inspectionResult`, `registrationStatus`, `hasTowBar`, `isLeased`, `isBlocked`, `firstRegisteredYear`, `firstRegisteredMonth`, `registrationStatusYear`, `registrationStatusMonth`, `inspectionYear`, `inspectionMonth`, `inspectionDueYear`, `inspectionDueMonth`, `modelYear`, `maxPowerKw`, `grossWeightKg`, `kerbWeightKg`, `topSpeedKmh`, `co2GPerKm`, `fuelEconomyKmPerL`, `electricConsumptionWhPerKm`, `seats`, `doors`, `axles`, `odometerReadingKm`. Numbers can have a step, a whole number that is 1 by default, such as `maxPowerKw:50`; `grossWeightKg`, `kerbWeightKg`, `odometerReadingKm` need one. Without any, all vehicles are one group.
                 * @example primaryFuel
                 */
                groupBy?: string;
                /**
                 * @description At most 10 metrics of each group, separated by commas: `count`, which is always there, and `min`, `max`, `avg`, `sum` or a percentile `p1` to `p99` of a number: `modelYear`, `maxPowerKw`, `grossWeightKg`, `kerbWeightKg`, `topSpeedKmh`, `co2GPerKm`, `fuelEconomyKmPerL`, `electricConsumptionWhPerKm`, `seats`, `doors`, `axles`, `odometerReadingKm`. Vehicles without the number don't count. Percentiles are exact where a group has at most 2,000 vehicles with the number, mostly up to 20,000, and else estimates (t-digest).
                 * @example count,avg:maxPowerKw,p50:co2GPerKm
                 */
                metric?: string;
                /** @description Order of the groups: by their counts, the greatest first (`-count`, the default), or by their values (`value`), which are ascending, with `true` before `false` and `Registered` before `NotRegistered`. Ties are broken by the values. */
                sortBy?: "-count" | "value";
                /** @description Return only vehicles of this make. */
                makeId?: string;
                /**
                 * @description Return only vehicles of this kind.
                 * @example 1
                 */
                kindId?: string;
                /** @description Return only vehicles whose `usage` is this one. */
                usageId?: string;
                /** @description Return only vehicles of this color. */
                colorId?: string;
                /** @description Return only vehicles of one of these makes: 1 to 50 ids, separated by commas. */
                makeIds?: string;
                /** @description Return only vehicles of one of these kinds: 1 to 50 ids, separated by commas. */
                kindIds?: string;
                /** @description Return only vehicles of one of these usages: 1 to 50 ids, separated by commas. */
                usageIds?: string;
                /** @description Return only vehicles of one of these colors: 1 to 50 ids, separated by commas. */
                colorIds?: string;
                /** @description Return only vehicles of this model. Add `makeId`, because the ids of models are those under a make. */
                modelId?: string;
                /** @description Return only vehicles of this variant. Add `makeId`, because the ids of variants are those under a make. */
                variantId?: string;
                /** @description Return only vehicles of this emission standard. */
                emissionStandardId?: string;
                /** @description Return only vehicles with this equipment. */
                equipmentId?: string;
                /** @description Return only vehicles whose make has this name, in English or Danish. Case and accents are ignored, and `æ`, `ø` and `å` may be typed as `ae`, `oe` and `aa`, or `a`, `o` and `a`. */
                make?: string;
                /** @description Return only vehicles whose model, of the make that is asked for or of any, has this name, in English or Danish. Case and accents are ignored, and `æ`, `ø` and `å` may be typed as `ae`, `oe` and `aa`, or `a`, `o` and `a`. */
                model?: string;
                /** @description Return only vehicles whose variant, of the make and model that are asked for or of any, has this name, in English or Danish. Case and accents are ignored, and `æ`, `ø` and `å` may be typed as `ae`, `oe` and `aa`, or `a`, `o` and `a`. */
                variant?: string;
                /** @description Return only vehicles whose kind has this name, in English or Danish. Case and accents are ignored, and `æ`, `ø` and `å` may be typed as `ae`, `oe` and `aa`, or `a`, `o` and `a`. */
                kind?: string;
                /** @description Return only vehicles whose `usage` has this name, in English or Danish. Case and accents are ignored, and `æ`, `ø` and `å` may be typed as `ae`, `oe` and `aa`, or `a`, `o` and `a`. */
                usage?: string;
                /** @description Return only vehicles whose color has this name, in English or Danish. Case and accents are ignored, and `æ`, `ø` and `å` may be typed as `ae`, `oe` and `aa`, or `a`, `o` and `a`. */
                color?: string;
                /** @description All vehicles that have carried this registration number (plate). Case, spaces and hyphens are ignored; what remains must be 1 to 10 characters of A-Z, 0-9, Æ, Ø and Å. */
                registrationNumber?: string;
                /** @description Return only vehicles that have carried a registration number with this beginning: 2 to 10 characters, read as those of a plate are. */
                registrationNumberPrefix?: string;
                /** @description Return only vehicles whose VIN begins with this: at least 3 characters. Case and surrounding spaces are ignored. */
                vinPrefix?: string;
                /** @description Return only vehicles of this `registrationStatus`: `Registered` or `NotRegistered`. Case is ignored. */
                registrationStatus?: "Registered" | "NotRegistered";
                /** @description Return only vehicles of this `vehicleStatus`. Case is ignored. */
                vehicleStatus?: "BeingCreated" | "Created" | "PartlyCreated" | "AdministrativelyCreated" | "Registered" | "Deregistered" | "MarkedForExport" | "Exported" | "Scrapped" | "Deleted" | "DeclaredByImporter" | "DeclaredByImporterAndDealer" | "PassedRegistrationInspection";
                /** @description Return only vehicles of this `bodyType`. Case is ignored. */
                bodyType?: string;
                /** @description Return only vehicles any of whose fuels is of this type, in English or Danish. Case is ignored. */
                fuel?: string;
                /** @description Return only vehicles whose primary fuel, the first one, is of this type, in English or Danish. Case is ignored. */
                primaryFuel?: string;
                /** @description Return only vehicles whose CO2 and consumption were measured so. Case is ignored. */
                measurementNorm?: "NEDC" | "NEDC-2" | "WLTP";
                /** @description Return only vehicles with this latest inspection. Case is ignored. */
                inspectionResult?: "Approved" | "NotApproved" | "ApprovableAfterReinspectionByReinspectionCompany" | "ApprovableAfterReinspectionByInspectionCompany" | "NotApprovedMayBePresentedAgain" | "Incomplete";
                /** @description Return only vehicles with a tow bar (`true`), or those that the register says have none (`false`). */
                hasTowBar?: boolean;
                /** @description Return only vehicles with a leasing period that had not ended on the day of the extract, or those without. */
                isLeased?: boolean;
                /** @description Return only vehicles that are blocked, such as write-offs, or those that are not. */
                isBlocked?: boolean;
                /**
                 * @description Lower bound of the model year, inclusive.
                 * @example 2015
                 */
                fromModelYear?: number;
                /** @description Upper bound of the model year, inclusive. */
                toModelYear?: number;
                /** @description Lower bound of the maximum power in kW, inclusive. */
                fromMaxPowerKw?: number;
                /** @description Upper bound of the maximum power in kW, inclusive. */
                toMaxPowerKw?: number;
                /** @description Lower bound of the permitted gross mass in kg, inclusive. */
                fromGrossWeightKg?: number;
                /** @description Upper bound of the permitted gross mass in kg, inclusive. */
                toGrossWeightKg?: number;
                /** @description Lower bound of the mass in running order in kg (`kerbWeightMinKg`), inclusive. */
                fromKerbWeightKg?: number;
                /** @description Upper bound of the mass in running order in kg (`kerbWeightMinKg`), inclusive. */
                toKerbWeightKg?: number;
                /** @description Lower bound of the top speed in km/h, inclusive. */
                fromTopSpeedKmh?: number;
                /** @description Upper bound of the top speed in km/h, inclusive. */
                toTopSpeedKmh?: number;
                /** @description Lower bound of the CO2 emission in g/km, measured under `measurementNorm`, inclusive. */
                fromCo2GPerKm?: number;
                /** @description Upper bound of the CO2 emission in g/km, measured under `measurementNorm`, inclusive. */
                toCo2GPerKm?: number;
                /** @description Lower bound of the distance per litre in km, measured under `measurementNorm`, inclusive. */
                fromFuelEconomyKmPerL?: number;
                /** @description Upper bound of the distance per litre in km, measured under `measurementNorm`, inclusive. */
                toFuelEconomyKmPerL?: number;
                /** @description Lower bound of the electric consumption in Wh/km, measured under `measurementNorm`, inclusive. */
                fromElectricConsumptionWhPerKm?: number;
                /** @description Upper bound of the electric consumption in Wh/km, measured under `measurementNorm`, inclusive. */
                toElectricConsumptionWhPerKm?: number;
                /** @description Lower bound of the number of seats (`seatsMin`), inclusive. */
                fromSeats?: number;
                /** @description Upper bound of the number of seats (`seatsMin`), inclusive. */
                toSeats?: number;
                /** @description Lower bound of the number of doors, inclusive. */
                fromDoors?: number;
                /** @description Upper bound of the number of doors, inclusive. */
                toDoors?: number;
                /** @description Lower bound of the number of axles, inclusive. */
                fromAxles?: number;
                /** @description Upper bound of the number of axles, inclusive. */
                toAxles?: number;
                /** @description Lower bound of the odometer reading in km at the latest inspection, inclusive. */
                fromOdometerReadingKm?: number;
                /** @description Upper bound of the odometer reading in km at the latest inspection, inclusive. */
                toOdometerReadingKm?: number;
                /** @description Lower bound of the first registration, inclusive. */
                fromFirstRegisteredOn?: string;
                /** @description Upper bound of the first registration, inclusive. */
                toFirstRegisteredOn?: string;
                /** @description Lower bound of the day on which the registration status was set, inclusive. */
                fromRegistrationStatusDate?: string;
                /** @description Upper bound of the day on which the registration status was set, inclusive. */
                toRegistrationStatusDate?: string;
                /** @description Lower bound of the latest inspection, inclusive. */
                fromInspectionDate?: string;
                /** @description Upper bound of the latest inspection, inclusive. */
                toInspectionDate?: string;
                /** @description Lower bound of the estimated next inspection (`nextInspectionEstimate`), inclusive. */
                inspectionDueFrom?: string;
                /** @description Upper bound of the estimated next inspection (`nextInspectionEstimate`), inclusive. */
                inspectionDueTo?: string;
            };
            header?: {
                /**
                 * @description The `ETag` of a response you have cached. While it is current, the service returns 304 without a body.
                 * @example W/"2s9bbLp0NuTzDqQV1JzF4A"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description `handling=strict` (RFC 7240): unknown query parameters are a 400 instead of being ignored, and so are filters with an id that nothing has or an empty range. The response has the header `Preference-Applied: handling=strict`.
                 * @example handling=strict
                 */
                Prefer?: components["parameters"]["Prefer"];
                /**
                 * @description An id for the request: 1 to 64 characters of A-Z, a-z, 0-9, `.`, `_` and `-`. The service replaces any other value with a new id.
                 * @example import-2026-11-21.0042
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description The trace of the request (W3C Trace Context). The service replaces a malformed one with a new trace.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["TraceParent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The groups of a statistic. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Dataset-Version": components["headers"]["X-Dataset-Version"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "groups": [
                     *             {
                     *               "value": "Petrol",
                     *               "name": "Petrol"
                     *             }
                     *           ],
                     *           "count": 1656,
                     *           "share": 0.507664,
                     *           "metrics": {
                     *             "avg:maxPowerKw": 141.90766,
                     *             "p50:co2GPerKm": 127
                     *           }
                     *         },
                     *         {
                     *           "groups": [
                     *             {
                     *               "value": "Electricity",
                     *               "name": "Electricity"
                     *             }
                     *           ],
                     *           "count": 931,
                     *           "share": 0.285408,
                     *           "metrics": {
                     *             "avg:maxPowerKw": 142.343068,
                     *             "p50:co2GPerKm": 0
                     *           }
                     *         },
                     *         {
                     *           "groups": [
                     *             {
                     *               "value": "Diesel",
                     *               "name": "Diesel"
                     *             }
                     *           ],
                     *           "count": 673,
                     *           "share": 0.206315,
                     *           "metrics": {
                     *             "avg:maxPowerKw": 134.586514,
                     *             "p50:co2GPerKm": 143
                     *           }
                     *         },
                     *         {
                     *           "groups": [
                     *             {
                     *               "value": "LPG",
                     *               "name": "LPG"
                     *             }
                     *           ],
                     *           "count": 2,
                     *           "share": 0.000613,
                     *           "metrics": {
                     *             "avg:maxPowerKw": 124.5,
                     *             "p50:co2GPerKm": 184
                     *           }
                     *         }
                     *       ],
                     *       "metadata": {
                     *         "totalCount": 3262,
                     *         "groupCount": 4,
                     *         "otherCount": 0,
                     *         "absentCount": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["StatisticsResponse"];
                };
            };
            /** @description Not modified; your copy is current. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Dataset-Version": components["headers"]["X-Dataset-Version"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `ValidationFailed`: A parameter is malformed or out of range. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["ApiKeyMissingOrApiKeyInvalid"];
            402: components["responses"]["PaymentRequired"];
            429: components["responses"]["RateLimitExceededOrQuotaExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatasetNotLoadedOrSearchUnavailableOrServiceUnavailable"];
        };
    };
    getColor: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of a response you have cached. While it is current, the service returns 304 without a body.
                 * @example W/"2s9bbLp0NuTzDqQV1JzF4A"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description `handling=strict` (RFC 7240): unknown query parameters are a 400 instead of being ignored, and so are filters with an id that nothing has or an empty range. The response has the header `Preference-Applied: handling=strict`.
                 * @example handling=strict
                 */
                Prefer?: components["parameters"]["Prefer"];
                /**
                 * @description An id for the request: 1 to 64 characters of A-Z, a-z, 0-9, `.`, `_` and `-`. The service replaces any other value with a new id.
                 * @example import-2026-11-21.0042
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description The trace of the request (W3C Trace Context). The service replaces a malformed one with a new trace.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["TraceParent"];
            };
            path: {
                /**
                 * @description Identifier of the color.
                 * @example 10
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A color a vehicle can have. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Dataset-Version": components["headers"]["X-Dataset-Version"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "10",
                     *       "name": "Orange",
                     *       "originalName": "Orange"
                     *     }
                     */
                    "application/json": components["schemas"]["VehicleColorResponse"];
                };
            };
            /** @description Not modified; your copy is current. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Dataset-Version": components["headers"]["X-Dataset-Version"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `ValidationFailed`: A parameter is malformed or out of range. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["ApiKeyMissingOrApiKeyInvalid"];
            402: components["responses"]["PaymentRequired"];
            404: components["responses"]["ColorNotFound"];
            429: components["responses"]["RateLimitExceededOrQuotaExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatasetNotLoadedOrSearchUnavailableOrServiceUnavailable"];
        };
    };
    listColors: {
        parameters: {
            query?: {
                /**
                 * @description Matches names that start with the text. Case, accents and surrounding blanks are ignored, and no character has a special meaning. Æ, Ø and Å in a name are found as themselves, as `ae`, `oe` and `aa`, and as `a`, `o` and `a`. A name that is translated is found in either language. An empty text matches every name.
                 * @example o
                 */
                q?: string;
                /**
                 * @description Page number, from 1. A page past the last one of a non-empty list is an error; an empty list is empty on every page.
                 * @example 1
                 */
                page?: number;
                /**
                 * @description Items per page, 1 to 50.
                 * @example 3
                 */
                pageSize?: number;
            };
            header?: {
                /**
                 * @description The `ETag` of a response you have cached. While it is current, the service returns 304 without a body.
                 * @example W/"2s9bbLp0NuTzDqQV1JzF4A"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description `handling=strict` (RFC 7240): unknown query parameters are a 400 instead of being ignored, and so are filters with an id that nothing has or an empty range. The response has the header `Preference-Applied: handling=strict`.
                 * @example handling=strict
                 */
                Prefer?: components["parameters"]["Prefer"];
                /**
                 * @description An id for the request: 1 to 64 characters of A-Z, a-z, 0-9, `.`, `_` and `-`. The service replaces any other value with a new id.
                 * @example import-2026-11-21.0042
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description The trace of the request (W3C Trace Context). The service replaces a malformed one with a new trace.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["TraceParent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of a list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Dataset-Version": components["headers"]["X-Dataset-Version"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "10",
                     *           "name": "Orange",
                     *           "originalName": "Orange"
                     *         }
                     *       ],
                     *       "metadata": {
                     *         "page": 1,
                     *         "pageSize": 3,
                     *         "totalCount": 1,
                     *         "totalPages": 1
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaginationResponseOfVehicleColorResponse"];
                };
            };
            /** @description Not modified; your copy is current. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Dataset-Version": components["headers"]["X-Dataset-Version"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `ValidationFailed`: A parameter is malformed or out of range. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["ApiKeyMissingOrApiKeyInvalid"];
            402: components["responses"]["PaymentRequired"];
            429: components["responses"]["RateLimitExceededOrQuotaExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatasetNotLoadedOrSearchUnavailableOrServiceUnavailable"];
        };
    };
    getMake: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of a response you have cached. While it is current, the service returns 304 without a body.
                 * @example W/"2s9bbLp0NuTzDqQV1JzF4A"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description `handling=strict` (RFC 7240): unknown query parameters are a 400 instead of being ignored, and so are filters with an id that nothing has or an empty range. The response has the header `Preference-Applied: handling=strict`.
                 * @example handling=strict
                 */
                Prefer?: components["parameters"]["Prefer"];
                /**
                 * @description An id for the request: 1 to 64 characters of A-Z, a-z, 0-9, `.`, `_` and `-`. The service replaces any other value with a new id.
                 * @example import-2026-11-21.0042
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description The trace of the request (W3C Trace Context). The service replaces a malformed one with a new trace.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["TraceParent"];
            };
            path: {
                /**
                 * @description Identifier of the make.
                 * @example 10043
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A make of vehicles. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Dataset-Version": components["headers"]["X-Dataset-Version"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "10043",
                     *       "name": "HYUNDAI"
                     *     }
                     */
                    "application/json": components["schemas"]["VehicleMakeResponse"];
                };
            };
            /** @description Not modified; your copy is current. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Dataset-Version": components["headers"]["X-Dataset-Version"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `ValidationFailed`: A parameter is malformed or out of range. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["ApiKeyMissingOrApiKeyInvalid"];
            402: components["responses"]["PaymentRequired"];
            404: components["responses"]["MakeNotFound"];
            429: components["responses"]["RateLimitExceededOrQuotaExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatasetNotLoadedOrSearchUnavailableOrServiceUnavailable"];
        };
    };
    listMakes: {
        parameters: {
            query?: {
                /**
                 * @description Matches names that start with the text. Case, accents and surrounding blanks are ignored, and no character has a special meaning. Æ, Ø and Å in a name are found as themselves, as `ae`, `oe` and `aa`, and as `a`, `o` and `a`. A name that is translated is found in either language. An empty text matches every name.
                 * @example hy
                 */
                q?: string;
                /**
                 * @description Page number, from 1. A page past the last one of a non-empty list is an error; an empty list is empty on every page.
                 * @example 1
                 */
                page?: number;
                /**
                 * @description Items per page, 1 to 50.
                 * @example 3
                 */
                pageSize?: number;
            };
            header?: {
                /**
                 * @description The `ETag` of a response you have cached. While it is current, the service returns 304 without a body.
                 * @example W/"2s9bbLp0NuTzDqQV1JzF4A"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description `handling=strict` (RFC 7240): unknown query parameters are a 400 instead of being ignored, and so are filters with an id that nothing has or an empty range. The response has the header `Preference-Applied: handling=strict`.
                 * @example handling=strict
                 */
                Prefer?: components["parameters"]["Prefer"];
                /**
                 * @description An id for the request: 1 to 64 characters of A-Z, a-z, 0-9, `.`, `_` and `-`. The service replaces any other value with a new id.
                 * @example import-2026-11-21.0042
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description The trace of the request (W3C Trace Context). The service replaces a malformed one with a new trace.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["TraceParent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of a list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Dataset-Version": components["headers"]["X-Dataset-Version"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "10043",
                     *           "name": "HYUNDAI"
                     *         }
                     *       ],
                     *       "metadata": {
                     *         "page": 1,
                     *         "pageSize": 3,
                     *         "totalCount": 1,
                     *         "totalPages": 1
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaginationResponseOfVehicleMakeResponse"];
                };
            };
            /** @description Not modified; your copy is current. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Dataset-Version": components["headers"]["X-Dataset-Version"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `ValidationFailed`: A parameter is malformed or out of range. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["ApiKeyMissingOrApiKeyInvalid"];
            402: components["responses"]["PaymentRequired"];
            429: components["responses"]["RateLimitExceededOrQuotaExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatasetNotLoadedOrSearchUnavailableOrServiceUnavailable"];
        };
    };
    getModel: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of a response you have cached. While it is current, the service returns 304 without a body.
                 * @example W/"2s9bbLp0NuTzDqQV1JzF4A"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description `handling=strict` (RFC 7240): unknown query parameters are a 400 instead of being ignored, and so are filters with an id that nothing has or an empty range. The response has the header `Preference-Applied: handling=strict`.
                 * @example handling=strict
                 */
                Prefer?: components["parameters"]["Prefer"];
                /**
                 * @description An id for the request: 1 to 64 characters of A-Z, a-z, 0-9, `.`, `_` and `-`. The service replaces any other value with a new id.
                 * @example import-2026-11-21.0042
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description The trace of the request (W3C Trace Context). The service replaces a malformed one with a new trace.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["TraceParent"];
            };
            path: {
                /**
                 * @description Identifier of the make.
                 * @example 10043
                 */
                makeId: string;
                /**
                 * @description Identifier of the model.
                 * @example 10043010
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A model of a make. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Dataset-Version": components["headers"]["X-Dataset-Version"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "10043010",
                     *       "name": "E 10",
                     *       "makeId": "10043"
                     *     }
                     */
                    "application/json": components["schemas"]["VehicleModelResponse"];
                };
            };
            /** @description Not modified; your copy is current. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Dataset-Version": components["headers"]["X-Dataset-Version"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `ValidationFailed`: A parameter is malformed or out of range. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["ApiKeyMissingOrApiKeyInvalid"];
            402: components["responses"]["PaymentRequired"];
            404: components["responses"]["ModelNotFound"];
            429: components["responses"]["RateLimitExceededOrQuotaExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatasetNotLoadedOrSearchUnavailableOrServiceUnavailable"];
        };
    };
    listModels: {
        parameters: {
            query?: {
                /**
                 * @description Matches names that start with the text. Case, accents and surrounding blanks are ignored, and no character has a special meaning. Æ, Ø and Å in a name are found as themselves, as `ae`, `oe` and `aa`, and as `a`, `o` and `a`. A name that is translated is found in either language. An empty text matches every name.
                 * @example e
                 */
                q?: string;
                /**
                 * @description Page number, from 1. A page past the last one of a non-empty list is an error; an empty list is empty on every page.
                 * @example 1
                 */
                page?: number;
                /**
                 * @description Items per page, 1 to 50.
                 * @example 3
                 */
                pageSize?: number;
            };
            header?: {
                /**
                 * @description The `ETag` of a response you have cached. While it is current, the service returns 304 without a body.
                 * @example W/"2s9bbLp0NuTzDqQV1JzF4A"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description `handling=strict` (RFC 7240): unknown query parameters are a 400 instead of being ignored, and so are filters with an id that nothing has or an empty range. The response has the header `Preference-Applied: handling=strict`.
                 * @example handling=strict
                 */
                Prefer?: components["parameters"]["Prefer"];
                /**
                 * @description An id for the request: 1 to 64 characters of A-Z, a-z, 0-9, `.`, `_` and `-`. The service replaces any other value with a new id.
                 * @example import-2026-11-21.0042
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description The trace of the request (W3C Trace Context). The service replaces a malformed one with a new trace.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["TraceParent"];
            };
            path: {
                /**
                 * @description Identifier of the make.
                 * @example 10043
                 */
                makeId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of a list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Dataset-Version": components["headers"]["X-Dataset-Version"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "10043010",
                     *           "name": "E 10",
                     *           "makeId": "10043"
                     *         }
                     *       ],
                     *       "metadata": {
                     *         "page": 1,
                     *         "pageSize": 3,
                     *         "totalCount": 1,
                     *         "totalPages": 1
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaginationResponseOfVehicleModelResponse"];
                };
            };
            /** @description Not modified; your copy is current. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Dataset-Version": components["headers"]["X-Dataset-Version"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `ValidationFailed`: A parameter is malformed or out of range. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["ApiKeyMissingOrApiKeyInvalid"];
            402: components["responses"]["PaymentRequired"];
            404: components["responses"]["MakeNotFound"];
            429: components["responses"]["RateLimitExceededOrQuotaExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatasetNotLoadedOrSearchUnavailableOrServiceUnavailable"];
        };
    };
    getVariant: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of a response you have cached. While it is current, the service returns 304 without a body.
                 * @example W/"2s9bbLp0NuTzDqQV1JzF4A"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description `handling=strict` (RFC 7240): unknown query parameters are a 400 instead of being ignored, and so are filters with an id that nothing has or an empty range. The response has the header `Preference-Applied: handling=strict`.
                 * @example handling=strict
                 */
                Prefer?: components["parameters"]["Prefer"];
                /**
                 * @description An id for the request: 1 to 64 characters of A-Z, a-z, 0-9, `.`, `_` and `-`. The service replaces any other value with a new id.
                 * @example import-2026-11-21.0042
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description The trace of the request (W3C Trace Context). The service replaces a malformed one with a new trace.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["TraceParent"];
            };
            path: {
                /**
                 * @description Identifier of the make.
                 * @example 10043
                 */
                makeId: string;
                /**
                 * @description Identifier of the model.
                 * @example 10043010
                 */
                modelId: string;
                /**
                 * @description Identifier of the variant.
                 * @example 1004301001
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A variant of a model. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Dataset-Version": components["headers"]["X-Dataset-Version"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "1004301001",
                     *       "name": "3,2 XDRIVE 150 HK 4 DØRS",
                     *       "makeId": "10043",
                     *       "modelId": "10043010"
                     *     }
                     */
                    "application/json": components["schemas"]["VehicleVariantResponse"];
                };
            };
            /** @description Not modified; your copy is current. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Dataset-Version": components["headers"]["X-Dataset-Version"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `ValidationFailed`: A parameter is malformed or out of range. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["ApiKeyMissingOrApiKeyInvalid"];
            402: components["responses"]["PaymentRequired"];
            404: components["responses"]["VariantNotFound"];
            429: components["responses"]["RateLimitExceededOrQuotaExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatasetNotLoadedOrSearchUnavailableOrServiceUnavailable"];
        };
    };
    listVariants: {
        parameters: {
            query?: {
                /**
                 * @description Matches names that start with the text. Case, accents and surrounding blanks are ignored, and no character has a special meaning. Æ, Ø and Å in a name are found as themselves, as `ae`, `oe` and `aa`, and as `a`, `o` and `a`. A name that is translated is found in either language. An empty text matches every name.
                 * @example 1
                 */
                q?: string;
                /**
                 * @description Page number, from 1. A page past the last one of a non-empty list is an error; an empty list is empty on every page.
                 * @example 1
                 */
                page?: number;
                /**
                 * @description Items per page, 1 to 50.
                 * @example 3
                 */
                pageSize?: number;
            };
            header?: {
                /**
                 * @description The `ETag` of a response you have cached. While it is current, the service returns 304 without a body.
                 * @example W/"2s9bbLp0NuTzDqQV1JzF4A"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description `handling=strict` (RFC 7240): unknown query parameters are a 400 instead of being ignored, and so are filters with an id that nothing has or an empty range. The response has the header `Preference-Applied: handling=strict`.
                 * @example handling=strict
                 */
                Prefer?: components["parameters"]["Prefer"];
                /**
                 * @description An id for the request: 1 to 64 characters of A-Z, a-z, 0-9, `.`, `_` and `-`. The service replaces any other value with a new id.
                 * @example import-2026-11-21.0042
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description The trace of the request (W3C Trace Context). The service replaces a malformed one with a new trace.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["TraceParent"];
            };
            path: {
                /**
                 * @description Identifier of the make.
                 * @example 10043
                 */
                makeId: string;
                /**
                 * @description Identifier of the model.
                 * @example 10043010
                 */
                modelId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of a list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Dataset-Version": components["headers"]["X-Dataset-Version"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "1004301000",
                     *           "name": "1,3 QUATTRO 100 HK 2 DØRS",
                     *           "makeId": "10043",
                     *           "modelId": "10043010"
                     *         }
                     *       ],
                     *       "metadata": {
                     *         "page": 1,
                     *         "pageSize": 3,
                     *         "totalCount": 1,
                     *         "totalPages": 1
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaginationResponseOfVehicleVariantResponse"];
                };
            };
            /** @description Not modified; your copy is current. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Dataset-Version": components["headers"]["X-Dataset-Version"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `ValidationFailed`: A parameter is malformed or out of range. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["ApiKeyMissingOrApiKeyInvalid"];
            402: components["responses"]["PaymentRequired"];
            404: components["responses"]["MakeNotFoundOrModelNotFound"];
            429: components["responses"]["RateLimitExceededOrQuotaExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatasetNotLoadedOrSearchUnavailableOrServiceUnavailable"];
        };
    };
    getDesignationType: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of a response you have cached. While it is current, the service returns 304 without a body.
                 * @example W/"2s9bbLp0NuTzDqQV1JzF4A"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description `handling=strict` (RFC 7240): unknown query parameters are a 400 instead of being ignored, and so are filters with an id that nothing has or an empty range. The response has the header `Preference-Applied: handling=strict`.
                 * @example handling=strict
                 */
                Prefer?: components["parameters"]["Prefer"];
                /**
                 * @description An id for the request: 1 to 64 characters of A-Z, a-z, 0-9, `.`, `_` and `-`. The service replaces any other value with a new id.
                 * @example import-2026-11-21.0042
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description The trace of the request (W3C Trace Context). The service replaces a malformed one with a new trace.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["TraceParent"];
            };
            path: {
                /**
                 * @description Identifier of the make.
                 * @example 10043
                 */
                makeId: string;
                /**
                 * @description Identifier of the model.
                 * @example 10043010
                 */
                modelId: string;
                /**
                 * @description Identifier of the designation type.
                 * @example 10043010010000001
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A manufacturer's type designation of a model. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Dataset-Version": components["headers"]["X-Dataset-Version"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "10043010010000001",
                     *       "name": "1FU",
                     *       "makeId": "10043",
                     *       "modelId": "10043010"
                     *     }
                     */
                    "application/json": components["schemas"]["VehicleDesignationTypeResponse"];
                };
            };
            /** @description Not modified; your copy is current. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Dataset-Version": components["headers"]["X-Dataset-Version"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `ValidationFailed`: A parameter is malformed or out of range. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["ApiKeyMissingOrApiKeyInvalid"];
            402: components["responses"]["PaymentRequired"];
            404: components["responses"]["DesignationTypeNotFound"];
            429: components["responses"]["RateLimitExceededOrQuotaExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatasetNotLoadedOrSearchUnavailableOrServiceUnavailable"];
        };
    };
    listDesignationTypes: {
        parameters: {
            query?: {
                /**
                 * @description Matches names that start with the text. Case, accents and surrounding blanks are ignored, and no character has a special meaning. Æ, Ø and Å in a name are found as themselves, as `ae`, `oe` and `aa`, and as `a`, `o` and `a`. A name that is translated is found in either language. An empty text matches every name.
                 * @example b
                 */
                q?: string;
                /**
                 * @description Page number, from 1. A page past the last one of a non-empty list is an error; an empty list is empty on every page.
                 * @example 1
                 */
                page?: number;
                /**
                 * @description Items per page, 1 to 50.
                 * @example 3
                 */
                pageSize?: number;
            };
            header?: {
                /**
                 * @description The `ETag` of a response you have cached. While it is current, the service returns 304 without a body.
                 * @example W/"2s9bbLp0NuTzDqQV1JzF4A"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description `handling=strict` (RFC 7240): unknown query parameters are a 400 instead of being ignored, and so are filters with an id that nothing has or an empty range. The response has the header `Preference-Applied: handling=strict`.
                 * @example handling=strict
                 */
                Prefer?: components["parameters"]["Prefer"];
                /**
                 * @description An id for the request: 1 to 64 characters of A-Z, a-z, 0-9, `.`, `_` and `-`. The service replaces any other value with a new id.
                 * @example import-2026-11-21.0042
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description The trace of the request (W3C Trace Context). The service replaces a malformed one with a new trace.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["TraceParent"];
            };
            path: {
                /**
                 * @description Identifier of the make.
                 * @example 10043
                 */
                makeId: string;
                /**
                 * @description Identifier of the model.
                 * @example 10043010
                 */
                modelId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of a list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Dataset-Version": components["headers"]["X-Dataset-Version"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "10043010010000002",
                     *           "name": "BMO",
                     *           "makeId": "10043",
                     *           "modelId": "10043010"
                     *         }
                     *       ],
                     *       "metadata": {
                     *         "page": 1,
                     *         "pageSize": 3,
                     *         "totalCount": 1,
                     *         "totalPages": 1
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaginationResponseOfVehicleDesignationTypeResponse"];
                };
            };
            /** @description Not modified; your copy is current. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Dataset-Version": components["headers"]["X-Dataset-Version"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `ValidationFailed`: A parameter is malformed or out of range. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["ApiKeyMissingOrApiKeyInvalid"];
            402: components["responses"]["PaymentRequired"];
            404: components["responses"]["MakeNotFoundOrModelNotFound"];
            429: components["responses"]["RateLimitExceededOrQuotaExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatasetNotLoadedOrSearchUnavailableOrServiceUnavailable"];
        };
    };
    getKind: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of a response you have cached. While it is current, the service returns 304 without a body.
                 * @example W/"2s9bbLp0NuTzDqQV1JzF4A"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description `handling=strict` (RFC 7240): unknown query parameters are a 400 instead of being ignored, and so are filters with an id that nothing has or an empty range. The response has the header `Preference-Applied: handling=strict`.
                 * @example handling=strict
                 */
                Prefer?: components["parameters"]["Prefer"];
                /**
                 * @description An id for the request: 1 to 64 characters of A-Z, a-z, 0-9, `.`, `_` and `-`. The service replaces any other value with a new id.
                 * @example import-2026-11-21.0042
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description The trace of the request (W3C Trace Context). The service replaces a malformed one with a new trace.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["TraceParent"];
            };
            path: {
                /**
                 * @description Identifier of the kind of vehicle.
                 * @example 1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A kind of vehicle. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Dataset-Version": components["headers"]["X-Dataset-Version"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "1",
                     *       "name": "Passenger car",
                     *       "originalName": "Personbil"
                     *     }
                     */
                    "application/json": components["schemas"]["VehicleKindResponse"];
                };
            };
            /** @description Not modified; your copy is current. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Dataset-Version": components["headers"]["X-Dataset-Version"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `ValidationFailed`: A parameter is malformed or out of range. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["ApiKeyMissingOrApiKeyInvalid"];
            402: components["responses"]["PaymentRequired"];
            404: components["responses"]["KindNotFound"];
            429: components["responses"]["RateLimitExceededOrQuotaExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatasetNotLoadedOrSearchUnavailableOrServiceUnavailable"];
        };
    };
    listKinds: {
        parameters: {
            query?: {
                /**
                 * @description Matches names that start with the text. Case, accents and surrounding blanks are ignored, and no character has a special meaning. Æ, Ø and Å in a name are found as themselves, as `ae`, `oe` and `aa`, and as `a`, `o` and `a`. A name that is translated is found in either language. An empty text matches every name.
                 * @example bus
                 */
                q?: string;
                /**
                 * @description Page number, from 1. A page past the last one of a non-empty list is an error; an empty list is empty on every page.
                 * @example 1
                 */
                page?: number;
                /**
                 * @description Items per page, 1 to 50.
                 * @example 3
                 */
                pageSize?: number;
            };
            header?: {
                /**
                 * @description The `ETag` of a response you have cached. While it is current, the service returns 304 without a body.
                 * @example W/"2s9bbLp0NuTzDqQV1JzF4A"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description `handling=strict` (RFC 7240): unknown query parameters are a 400 instead of being ignored, and so are filters with an id that nothing has or an empty range. The response has the header `Preference-Applied: handling=strict`.
                 * @example handling=strict
                 */
                Prefer?: components["parameters"]["Prefer"];
                /**
                 * @description An id for the request: 1 to 64 characters of A-Z, a-z, 0-9, `.`, `_` and `-`. The service replaces any other value with a new id.
                 * @example import-2026-11-21.0042
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description The trace of the request (W3C Trace Context). The service replaces a malformed one with a new trace.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["TraceParent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of a list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Dataset-Version": components["headers"]["X-Dataset-Version"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "2",
                     *           "name": "Bus",
                     *           "originalName": "Stor personbil"
                     *         }
                     *       ],
                     *       "metadata": {
                     *         "page": 1,
                     *         "pageSize": 3,
                     *         "totalCount": 1,
                     *         "totalPages": 1
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaginationResponseOfVehicleKindResponse"];
                };
            };
            /** @description Not modified; your copy is current. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Dataset-Version": components["headers"]["X-Dataset-Version"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `ValidationFailed`: A parameter is malformed or out of range. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["ApiKeyMissingOrApiKeyInvalid"];
            402: components["responses"]["PaymentRequired"];
            429: components["responses"]["RateLimitExceededOrQuotaExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatasetNotLoadedOrSearchUnavailableOrServiceUnavailable"];
        };
    };
    getUsage: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of a response you have cached. While it is current, the service returns 304 without a body.
                 * @example W/"2s9bbLp0NuTzDqQV1JzF4A"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description `handling=strict` (RFC 7240): unknown query parameters are a 400 instead of being ignored, and so are filters with an id that nothing has or an empty range. The response has the header `Preference-Applied: handling=strict`.
                 * @example handling=strict
                 */
                Prefer?: components["parameters"]["Prefer"];
                /**
                 * @description An id for the request: 1 to 64 characters of A-Z, a-z, 0-9, `.`, `_` and `-`. The service replaces any other value with a new id.
                 * @example import-2026-11-21.0042
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description The trace of the request (W3C Trace Context). The service replaces a malformed one with a new trace.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["TraceParent"];
            };
            path: {
                /**
                 * @description Identifier of the usage.
                 * @example 1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A usage a vehicle is registered for. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Dataset-Version": components["headers"]["X-Dataset-Version"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "1",
                     *       "name": "Private passenger transport",
                     *       "originalName": "Privat personkørsel"
                     *     }
                     */
                    "application/json": components["schemas"]["VehicleUsageResponse"];
                };
            };
            /** @description Not modified; your copy is current. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Dataset-Version": components["headers"]["X-Dataset-Version"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `ValidationFailed`: A parameter is malformed or out of range. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["ApiKeyMissingOrApiKeyInvalid"];
            402: components["responses"]["PaymentRequired"];
            404: components["responses"]["UsageNotFound"];
            429: components["responses"]["RateLimitExceededOrQuotaExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatasetNotLoadedOrSearchUnavailableOrServiceUnavailable"];
        };
    };
    listUsages: {
        parameters: {
            query?: {
                /**
                 * @description Matches names that start with the text. Case, accents and surrounding blanks are ignored, and no character has a special meaning. Æ, Ø and Å in a name are found as themselves, as `ae`, `oe` and `aa`, and as `a`, `o` and `a`. A name that is translated is found in either language. An empty text matches every name.
                 * @example private
                 */
                q?: string;
                /**
                 * @description Page number, from 1. A page past the last one of a non-empty list is an error; an empty list is empty on every page.
                 * @example 1
                 */
                page?: number;
                /**
                 * @description Items per page, 1 to 50.
                 * @example 3
                 */
                pageSize?: number;
            };
            header?: {
                /**
                 * @description The `ETag` of a response you have cached. While it is current, the service returns 304 without a body.
                 * @example W/"2s9bbLp0NuTzDqQV1JzF4A"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description `handling=strict` (RFC 7240): unknown query parameters are a 400 instead of being ignored, and so are filters with an id that nothing has or an empty range. The response has the header `Preference-Applied: handling=strict`.
                 * @example handling=strict
                 */
                Prefer?: components["parameters"]["Prefer"];
                /**
                 * @description An id for the request: 1 to 64 characters of A-Z, a-z, 0-9, `.`, `_` and `-`. The service replaces any other value with a new id.
                 * @example import-2026-11-21.0042
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description The trace of the request (W3C Trace Context). The service replaces a malformed one with a new trace.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["TraceParent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of a list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Dataset-Version": components["headers"]["X-Dataset-Version"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "1",
                     *           "name": "Private passenger transport",
                     *           "originalName": "Privat personkørsel"
                     *         },
                     *         {
                     *           "id": "29",
                     *           "name": "Private bus",
                     *           "originalName": "Privat buskørsel"
                     *         }
                     *       ],
                     *       "metadata": {
                     *         "page": 1,
                     *         "pageSize": 3,
                     *         "totalCount": 2,
                     *         "totalPages": 1
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaginationResponseOfVehicleUsageResponse"];
                };
            };
            /** @description Not modified; your copy is current. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Dataset-Version": components["headers"]["X-Dataset-Version"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `ValidationFailed`: A parameter is malformed or out of range. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["ApiKeyMissingOrApiKeyInvalid"];
            402: components["responses"]["PaymentRequired"];
            429: components["responses"]["RateLimitExceededOrQuotaExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatasetNotLoadedOrSearchUnavailableOrServiceUnavailable"];
        };
    };
    getEmissionStandard: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of a response you have cached. While it is current, the service returns 304 without a body.
                 * @example W/"2s9bbLp0NuTzDqQV1JzF4A"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description `handling=strict` (RFC 7240): unknown query parameters are a 400 instead of being ignored, and so are filters with an id that nothing has or an empty range. The response has the header `Preference-Applied: handling=strict`.
                 * @example handling=strict
                 */
                Prefer?: components["parameters"]["Prefer"];
                /**
                 * @description An id for the request: 1 to 64 characters of A-Z, a-z, 0-9, `.`, `_` and `-`. The service replaces any other value with a new id.
                 * @example import-2026-11-21.0042
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description The trace of the request (W3C Trace Context). The service replaces a malformed one with a new trace.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["TraceParent"];
            };
            path: {
                /**
                 * @description Identifier of the emission standard.
                 * @example 49
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An emission standard a vehicle can meet. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Dataset-Version": components["headers"]["X-Dataset-Version"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "49",
                     *       "name": "Euro VI"
                     *     }
                     */
                    "application/json": components["schemas"]["VehicleEmissionStandardResponse"];
                };
            };
            /** @description Not modified; your copy is current. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Dataset-Version": components["headers"]["X-Dataset-Version"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `ValidationFailed`: A parameter is malformed or out of range. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["ApiKeyMissingOrApiKeyInvalid"];
            402: components["responses"]["PaymentRequired"];
            404: components["responses"]["EmissionStandardNotFound"];
            429: components["responses"]["RateLimitExceededOrQuotaExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatasetNotLoadedOrSearchUnavailableOrServiceUnavailable"];
        };
    };
    listEmissionStandards: {
        parameters: {
            query?: {
                /**
                 * @description Matches names that start with the text. Case, accents and surrounding blanks are ignored, and no character has a special meaning. Æ, Ø and Å in a name are found as themselves, as `ae`, `oe` and `aa`, and as `a`, `o` and `a`. A name that is translated is found in either language. An empty text matches every name.
                 * @example euro
                 */
                q?: string;
                /**
                 * @description Page number, from 1. A page past the last one of a non-empty list is an error; an empty list is empty on every page.
                 * @example 1
                 */
                page?: number;
                /**
                 * @description Items per page, 1 to 50.
                 * @example 3
                 */
                pageSize?: number;
            };
            header?: {
                /**
                 * @description The `ETag` of a response you have cached. While it is current, the service returns 304 without a body.
                 * @example W/"2s9bbLp0NuTzDqQV1JzF4A"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description `handling=strict` (RFC 7240): unknown query parameters are a 400 instead of being ignored, and so are filters with an id that nothing has or an empty range. The response has the header `Preference-Applied: handling=strict`.
                 * @example handling=strict
                 */
                Prefer?: components["parameters"]["Prefer"];
                /**
                 * @description An id for the request: 1 to 64 characters of A-Z, a-z, 0-9, `.`, `_` and `-`. The service replaces any other value with a new id.
                 * @example import-2026-11-21.0042
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description The trace of the request (W3C Trace Context). The service replaces a malformed one with a new trace.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["TraceParent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of a list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Dataset-Version": components["headers"]["X-Dataset-Version"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "27",
                     *           "name": "Euro I"
                     *         },
                     *         {
                     *           "id": "28",
                     *           "name": "Euro II"
                     *         },
                     *         {
                     *           "id": "29",
                     *           "name": "Euro III"
                     *         }
                     *       ],
                     *       "metadata": {
                     *         "page": 1,
                     *         "pageSize": 3,
                     *         "totalCount": 7,
                     *         "totalPages": 3
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaginationResponseOfVehicleEmissionStandardResponse"];
                };
            };
            /** @description Not modified; your copy is current. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Dataset-Version": components["headers"]["X-Dataset-Version"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `ValidationFailed`: A parameter is malformed or out of range. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["ApiKeyMissingOrApiKeyInvalid"];
            402: components["responses"]["PaymentRequired"];
            429: components["responses"]["RateLimitExceededOrQuotaExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatasetNotLoadedOrSearchUnavailableOrServiceUnavailable"];
        };
    };
    getEquipment: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of a response you have cached. While it is current, the service returns 304 without a body.
                 * @example W/"2s9bbLp0NuTzDqQV1JzF4A"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description `handling=strict` (RFC 7240): unknown query parameters are a 400 instead of being ignored, and so are filters with an id that nothing has or an empty range. The response has the header `Preference-Applied: handling=strict`.
                 * @example handling=strict
                 */
                Prefer?: components["parameters"]["Prefer"];
                /**
                 * @description An id for the request: 1 to 64 characters of A-Z, a-z, 0-9, `.`, `_` and `-`. The service replaces any other value with a new id.
                 * @example import-2026-11-21.0042
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description The trace of the request (W3C Trace Context). The service replaces a malformed one with a new trace.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["TraceParent"];
            };
            path: {
                /**
                 * @description Identifier of the piece of equipment.
                 * @example 506
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A piece of equipment a vehicle can have. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Dataset-Version": components["headers"]["X-Dataset-Version"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "506",
                     *       "name": "ABS bremser"
                     *     }
                     */
                    "application/json": components["schemas"]["VehicleEquipmentResponse"];
                };
            };
            /** @description Not modified; your copy is current. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Dataset-Version": components["headers"]["X-Dataset-Version"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `ValidationFailed`: A parameter is malformed or out of range. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["ApiKeyMissingOrApiKeyInvalid"];
            402: components["responses"]["PaymentRequired"];
            404: components["responses"]["EquipmentNotFound"];
            429: components["responses"]["RateLimitExceededOrQuotaExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatasetNotLoadedOrSearchUnavailableOrServiceUnavailable"];
        };
    };
    listEquipment: {
        parameters: {
            query?: {
                /**
                 * @description Matches names that start with the text. Case, accents and surrounding blanks are ignored, and no character has a special meaning. Æ, Ø and Å in a name are found as themselves, as `ae`, `oe` and `aa`, and as `a`, `o` and `a`. A name that is translated is found in either language. An empty text matches every name.
                 * @example mul
                 */
                q?: string;
                /**
                 * @description Page number, from 1. A page past the last one of a non-empty list is an error; an empty list is empty on every page.
                 * @example 1
                 */
                page?: number;
                /**
                 * @description Items per page, 1 to 50.
                 * @example 3
                 */
                pageSize?: number;
            };
            header?: {
                /**
                 * @description The `ETag` of a response you have cached. While it is current, the service returns 304 without a body.
                 * @example W/"2s9bbLp0NuTzDqQV1JzF4A"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description `handling=strict` (RFC 7240): unknown query parameters are a 400 instead of being ignored, and so are filters with an id that nothing has or an empty range. The response has the header `Preference-Applied: handling=strict`.
                 * @example handling=strict
                 */
                Prefer?: components["parameters"]["Prefer"];
                /**
                 * @description An id for the request: 1 to 64 characters of A-Z, a-z, 0-9, `.`, `_` and `-`. The service replaces any other value with a new id.
                 * @example import-2026-11-21.0042
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description The trace of the request (W3C Trace Context). The service replaces a malformed one with a new trace.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["TraceParent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of a list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Dataset-Version": components["headers"]["X-Dataset-Version"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "404",
                     *           "name": "multifunktionsrat"
                     *         }
                     *       ],
                     *       "metadata": {
                     *         "page": 1,
                     *         "pageSize": 3,
                     *         "totalCount": 1,
                     *         "totalPages": 1
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaginationResponseOfVehicleEquipmentResponse"];
                };
            };
            /** @description Not modified; your copy is current. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Dataset-Version": components["headers"]["X-Dataset-Version"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `ValidationFailed`: A parameter is malformed or out of range. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["ApiKeyMissingOrApiKeyInvalid"];
            402: components["responses"]["PaymentRequired"];
            429: components["responses"]["RateLimitExceededOrQuotaExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatasetNotLoadedOrSearchUnavailableOrServiceUnavailable"];
        };
    };
    getDataset: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of a response you have cached. While it is current, the service returns 304 without a body.
                 * @example W/"2s9bbLp0NuTzDqQV1JzF4A"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description `handling=strict` (RFC 7240): unknown query parameters are a 400 instead of being ignored, and so are filters with an id that nothing has or an empty range. The response has the header `Preference-Applied: handling=strict`.
                 * @example handling=strict
                 */
                Prefer?: components["parameters"]["Prefer"];
                /**
                 * @description An id for the request: 1 to 64 characters of A-Z, a-z, 0-9, `.`, `_` and `-`. The service replaces any other value with a new id.
                 * @example import-2026-11-21.0042
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description The trace of the request (W3C Trace Context). The service replaces a malformed one with a new trace.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["TraceParent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The current dataset. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Dataset-Version": components["headers"]["X-Dataset-Version"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "version": "20261115-190000-0001",
                     *       "importedAt": "2026-11-21T05:54:38.538Z",
                     *       "extractedAt": "2026-11-15T18:00:00.000Z",
                     *       "vehicleCount": 20000
                     *     }
                     */
                    "application/json": components["schemas"]["DatasetResponse"];
                };
            };
            /** @description Not modified; your copy is current. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Dataset-Version": components["headers"]["X-Dataset-Version"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `ValidationFailed`: A parameter is malformed or out of range. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["ApiKeyMissingOrApiKeyInvalid"];
            402: components["responses"]["PaymentRequired"];
            429: components["responses"]["RateLimitExceededOrQuotaExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatasetNotLoadedOrSearchUnavailableOrServiceUnavailable"];
        };
    };
    getAccountUsage: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `handling=strict` (RFC 7240): unknown query parameters are a 400 instead of being ignored, and so are filters with an id that nothing has or an empty range. The response has the header `Preference-Applied: handling=strict`.
                 * @example handling=strict
                 */
                Prefer?: components["parameters"]["Prefer"];
                /**
                 * @description An id for the request: 1 to 64 characters of A-Z, a-z, 0-9, `.`, `_` and `-`. The service replaces any other value with a new id.
                 * @example import-2026-11-21.0042
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description The trace of the request (W3C Trace Context). The service replaces a malformed one with a new trace.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["TraceParent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The limits and usage of the key's account. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "plan": "demo",
                     *       "trialEndsAt": null,
                     *       "requestsPerMinute": 60,
                     *       "month": "2026-11",
                     *       "monthlyRequests": 100000,
                     *       "used": 588,
                     *       "remaining": 99412,
                     *       "usedByKey": [
                     *         {
                     *           "keyId": "kXTJyXTAsF-4hRbT0aQ",
                     *           "requests": 588
                     *         }
                     *       ],
                     *       "resetsAt": "2026-12-01T00:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["UsageResponse"];
                };
            };
            /** @description `ValidationFailed`: A parameter is malformed or out of range. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["ApiKeyMissingOrApiKeyInvalid"];
            402: components["responses"]["PaymentRequired"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
}
