// Is preloaded into measured processes. Reports the processor time or memory on request.
process.on('message', request => {
  const {user, system} = process.cpuUsage();
  process.send?.(request === 'memory' ? process.resourceUsage().maxRSS * 1024 : user + system);
});
