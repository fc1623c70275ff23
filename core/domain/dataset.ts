/** The live generation of the data: which extract is answered from, and since when. Times are ISO 8601. */
export type Dataset = {
  readonly importedAt: string;
  /** When the register made the extract; null when neither its name nor its file tells. */
  readonly extractedAt: string | null;
  /** `<extract stamp>-<build number>` of the generation. */
  readonly version: string;
  readonly vehicleCount: number;
};

/** What the data says, with the version of the one generation that said it. */
export type Answer<Value> = {readonly version: string; readonly value: Value};
