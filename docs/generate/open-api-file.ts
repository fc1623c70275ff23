import {openApiDocument} from '#src/openapi/document.ts';

/** `docs/openapi.json`, whole: what an API started with no `PUBLIC_URL` of its own serves. */
export const openApiFile = (): string =>
  `${JSON.stringify(openApiDocument('http://localhost:8080'), undefined, 2)}\n`;
