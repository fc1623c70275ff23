export default {
  api: {
    input: './openapi.json',
    output: {
      target: './generated/orval.ts',
      client: 'fetch',
      baseUrl: process.env.API_ADDRESS,
      override: {contentType: {exclude: ['application/vnd.partial-vehicle+json']}},
    },
  },
};
