/*
 * Renders the reference from the server's interface description, and sends calls to the same server:
 * the description names one public address, but a page may call its own origin only.
 */

const {SwaggerUIBundle} = window;

/** Shows the endpoints before the introduction. The key has a field above. */
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

/** Swagger UI fills in examples. An optional parameter stays empty, with its example in the description. */
const withoutExample = parameter => {
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
      parameters: parameters.map(withoutExample),
    })),
  ),
  components: {...components, parameters: changed(components.parameters, withoutExample)},
});

const answer = await fetch('openapi.json');
if (!answer.ok) throw new Error(`openapi.json returned ${answer.status}.`);
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
