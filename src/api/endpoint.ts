import {type AnyEndpoint, endpointsFor} from '#src/http/endpoint/endpoint.ts';
import type {CallersServices} from '#src/services.ts';

export type ApiEndpoint = AnyEndpoint<CallersServices>;

/** Declares an endpoint of the API. */
export const endpoint = endpointsFor<CallersServices>();
