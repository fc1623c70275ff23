/** The live generation: its extract and when it went live. Times are ISO 8601. */
export type Dataset = {
  readonly importedAt: string;
  /** When the register made the extract; null when neither the name nor the content of the file has it. */
  readonly extractedAt: string | null;
  /** `<extract stamp>-<build number>` of the generation. */
  readonly version: string;
  readonly vehicleCount: number;
};

/** A value with the version of the generation it was read from. */
export type Versioned<Value> = {readonly version: string; readonly value: Value};
