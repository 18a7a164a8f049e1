import type { ToolkitConfig } from '@booking-service/toolkit';

const config: ToolkitConfig = {
  product: {
    name: 'Library',
    variables: 'LIBRARY',
    scope: 'library',
    client: { create: 'createLibraryClient', type: 'LibraryClient' },
  },
  contracts: { public: { document: 'library.yaml', lint: { profile: 'strict' }, outputs: { client: 'client' } } },
};

export default config;
