import createOpenApiClient from 'openapi-fetch';
import type {Answer, Data, GetArguments, GetPath} from './calls.ts';
import {datasetVersionOf} from './errors.ts';
import {type ClientOptions, conductOf} from './options.ts';
import {retryingFetch} from './retrying-fetch.ts';
import type {paths} from './schema.ts';

/** A client of the API. Its calls return successes and throw everything else. */
export const createClient = (options: ClientOptions) => {
  const conduct = conductOf(options);
  const openApi = createOpenApiClient<paths>({
    baseUrl: conduct.baseUrl,
    headers: {'X-Api-Key': conduct.apiKey},
    fetch: retryingFetch(conduct),
    // The API redirects nowhere; whoever does would be sent the key.
    redirect: 'manual',
  });

  const get = async <Path extends GetPath>(
    path: Path,
    ...[options]: GetArguments<Path>
  ): Promise<Answer<Data<Path>>> => {
    // The types of openapi-fetch let misspelt parameters pass; those of this function are as strict as the schema.
    const {data, response} = await openApi.GET(path, options as never);
    return {data: data as Data<Path>, datasetVersion: datasetVersionOf(response), response};
  };

  return {get};
};
