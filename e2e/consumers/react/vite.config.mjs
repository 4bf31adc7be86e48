const service = process.env.TAVLE_SERVICE;

export default {
  preview: {proxy: {'/dashboard/': service, '/calendar/': service, '/demo/': service}},
};
