/*
 * Draws the reference from the interface description of the server this page is from, and sends calls
 * there: the description names one address, and a page may not call any other than its own.
 */

const {SwaggerUIBundle} = window;

/** The endpoints before what is to be known about them all. The key has its field above. */
const endpointsFirst = ({React}) => ({
  components: {
    EndpointsFirst: ({getComponent}) => {
      const parts = ['operations', 'InfoContainer', 'Models'].map(name =>
        React.createElement(
          'section',
          {key: name, className: 'wrapper'},
          React.createElement(getComponent(name, true)),
        ),
      );
      const icons = React.createElement(getComponent('SvgAssets'), {key: 'icons'});
      return React.createElement('div', {className: 'swagger-ui'}, [icons, ...parts]);
    },
    authorizeOperationBtn: () => null,
  },
});

const matchColors = ({matches}) => document.documentElement.classList.toggle('dark-mode', matches);
const prefersDark = matchMedia('(prefers-color-scheme: dark)');
matchColors(prefersDark);
prefersDark.addEventListener('change', matchColors);

/** Swagger UI fills in whatever has an example. What may be left out is left out, with its example told. */
const leftEmpty = parameter => {
  const {example, ...rest} = parameter;
  if (parameter.required || example === undefined) return parameter;
  return {...rest, description: `${rest.description} Example: \`${example}\`.`};
};

const changed = (members, change) =>
  Object.fromEntries(Object.entries(members).map(([name, member]) => [name, change(member)]));

const withEmptyParameters = ({paths, components, ...description}) => ({
  ...description,
  paths: changed(paths, operations =>
    changed(operations, ({parameters = [], ...operation}) => ({
      ...operation,
      parameters: parameters.map(leftEmpty),
    })),
  ),
  components: {...components, parameters: changed(components.parameters, leftEmpty)},
});

const answer = await fetch('openapi.json');
if (!answer.ok) throw new Error(`openapi.json is answered with ${answer.status}.`);
const description = withEmptyParameters(await answer.json());

const ui = SwaggerUIBundle({
  dom_id: '#reference',
  spec: {...description, servers: [{url: new URL('.', document.baseURI).href.replace(/\/$/, '')}]},
  plugins: [endpointsFirst],
  layout: 'EndpointsFirst',
  deepLinking: true,
  tryItOutEnabled: true,
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
});

const scheme = 'ApiKey';
const field = document.querySelector('#key');

const useKey = () => {
  const key = field.value.trim();
  if (key === '') ui.authActions.logout([scheme]);
  else ui.preauthorizeApiKey(scheme, key);
};

field.addEventListener('input', useKey);
field.form.addEventListener('submit', event => event.preventDefault());
if (field.value !== '') useKey();
