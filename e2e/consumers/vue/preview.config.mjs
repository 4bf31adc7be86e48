import config from './vite.config.js';

const service = process.env.TAVLE_SERVICE;

export default {
  ...config,
  preview: {proxy: {'/dashboard/': service, '/calendar/': service, '/demo/': service}},
};
