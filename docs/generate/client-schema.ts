import {registerHooks} from 'node:module';
import {openApiFile} from './open-api-file.ts';

/** openapi-typescript needs the compiler API of TypeScript 5 or 6. TypeScript 7 has none yet; ts-morph brings one. */
const compilerApi = `data:text/javascript,${encodeURIComponent(
  `import common from '${import.meta.resolve('@ts-morph/common')}'; export default common.ts;`,
)}`;

const header = '// Written by `npm run docs` from the interface description.\n\n';

/** The types of the TypeScript client. */
export const clientSchema = async (): Promise<string> => {
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'typescript'
        ? {url: compilerApi, shortCircuit: true}
        : next(specifier, context),
  });
  const {astToString, default: typesOf} = await import('openapi-typescript');
  hooks.deregister();
  return (
    header +
    astToString(await typesOf(openApiFile(), {rootTypes: true, rootTypesNoSchemaPrefix: true}))
  );
};
