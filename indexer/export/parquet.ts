import {z} from 'zod';
import {VehicleContent} from '#mappings/vehicle-document.ts';

const Difference = z.object({id: z.string(), vehicle: VehicleContent.nullable()});

/** Types by kind of schema; a subclass comes before its superclass. */
const scalarTypes = [
  [z.ZodISODate, 'DATE'],
  [z.ZodISODateTime, 'TIMESTAMPTZ'],
  [z.ZodBoolean, 'BOOLEAN'],
  [z.ZodNumberFormat, 'BIGINT'],
  [z.ZodNumber, 'DOUBLE'],
  [z.ZodString, 'VARCHAR'],
  [z.ZodEnum, 'VARCHAR'],
] as const;

/** The type of a schema's values, any of which may be absent. */
const typeOf = (schema: z.core.$ZodType): string => {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    return typeOf(schema.unwrap());
  }
  if (schema instanceof z.ZodArray) return `${typeOf(schema.element)}[]`;
  if (schema instanceof z.ZodObject) {
    return `STRUCT(${Object.entries(schema.shape).map(([name, of]) => `"${name}" ${typeOf(of)}`)})`;
  }
  const [, found] = scalarTypes.find(([kind]) => schema instanceof kind) ?? [];
  if (found === undefined) throw new Error(`Parquet has no ${schema._zod.def.type}.`);
  return found;
};

/** The columns of a file in the form of `read_ndjson`. They follow from the schema, so that all parts have the same. */
const columnsOf = ({shape}: z.ZodObject): string =>
  `{${Object.entries(shape).map(([name, of]) => `'${name}': '${typeOf(of)}'`)}}`;

/** DuckDB holds groups of rows until they are written: groups of this size take some 100 MB. */
const [memory, rowsInGroup] = ['512MB', 20_480];

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** A pattern that matches only this path: DuckDB takes the path that it reads for a pattern. */
const literally = (path: string): string => path.replaceAll(/[*?[]/g, '[$&]');

/**
 * Returns a function that makes a Parquet file of a file of NDJSON, and resolves to the number of rows. Undefined if
 * DuckDB, which is an optional dependency, is not installed.
 */
export const parquetWriter = async () => {
  const duckdb = await import('@duckdb/node-api').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ERR_MODULE_NOT_FOUND' || error.code === 'MODULE_NOT_FOUND')
      return undefined;
    throw error;
  });
  if (duckdb === undefined) return undefined;
  return async (
    from: string,
    to: string,
    kind: 'vehicles' | 'changes',
    signal: AbortSignal,
  ): Promise<number> => {
    const instance = await duckdb.DuckDBInstance.create(':memory:', {
      threads: '1',
      memory_limit: memory,
      // All extensions that this needs are built in.
      autoinstall_known_extensions: 'false',
    });
    const connection = await instance.connect();
    const interrupt = () => connection.interrupt();
    signal.addEventListener('abort', interrupt);
    try {
      const columns = columnsOf(kind === 'vehicles' ? VehicleContent : Difference);
      // Otherwise a folder named id=7 would give each row the id 7.
      const reading = `compression = 'zstd', hive_partitioning = false, columns = ${columns}`;
      const lines = `read_ndjson(${quoted(literally(from))}, ${reading})`;
      const form = `FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE ${rowsInGroup}`;
      const {rowsChanged} = await connection.run(`COPY (FROM ${lines}) TO ${quoted(to)} (${form})`);
      return rowsChanged;
    } finally {
      signal.removeEventListener('abort', interrupt);
      connection.closeSync();
      instance.closeSync();
    }
  };
};
