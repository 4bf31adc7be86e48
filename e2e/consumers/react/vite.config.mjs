const service = process.env.TAVLE_SERVICE;

export default {
  build: {rolldownOptions: {input: ['index.html', 'served.html']}},
  preview: {proxy: {'/dashboard/': service, '/calendar/': service, '/demo/': service}},
};
