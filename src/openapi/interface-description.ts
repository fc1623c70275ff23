import {createHash} from 'node:crypto';
import type {StaticDocument} from '#src/http/static-documents.ts';
import {type DocumentOptions, openApiDocument} from './document.ts';

/** The document as a page, and a version that changes whenever anything in it does. */
export const interfaceDescription = (options: DocumentOptions) => {
  const body = JSON.stringify(openApiDocument(options));
  const contractVersion = createHash('sha256').update(body).digest('base64url').slice(0, 12);
  const page: StaticDocument = {path: '/openapi.json', contentType: 'application/json', body};
  return {page, contractVersion};
};
