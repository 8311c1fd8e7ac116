/** V8's coverage for vitest, from where the tools lie: its own name would be looked for among the platform's libraries. */
const { default: v8 } = await import(new URL('stryker/node_modules/@vitest/coverage-v8/dist/index.js', import.meta.url).href);

export default {
  ...v8,
  async getProvider() {
    const provider = await v8.getProvider();
    const options = provider.resolveOptions.bind(provider);
    provider.resolveOptions = () => ({ ...options(), provider: 'custom', customProviderModule: import.meta.filename });
    return provider;
  },
};
