import {writeFile} from 'node:fs/promises';
import {registerHooks} from 'node:module';

/*
 * Writes the types of the TypeScript client from the interface description: they are generated when the client is
 * checked or packed, and are not in the repository.
 */

const description = new URL('../openapi.json', import.meta.url);
const schema = new URL('../../clients/typescript/src/schema.ts', import.meta.url);

/** openapi-typescript needs the compiler API of TypeScript 5 or 6. TypeScript 7 has none yet; ts-morph brings one. */
const compilerApi = `data:text/javascript,${encodeURIComponent(
  `import common from '${import.meta.resolve('@ts-morph/common')}'; export default common.ts;`,
)}`;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'typescript' ? {url: compilerApi, shortCircuit: true} : next(specifier, context),
});

const {astToString, default: typesOf} = await import('openapi-typescript');
const types = await typesOf(description, {rootTypes: true, rootTypesNoSchemaPrefix: true});
await writeFile(schema, `// Made from docs/openapi.json.\n\n${astToString(types)}`);
