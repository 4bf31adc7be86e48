import {monitorEventLoopDelay} from 'node:perf_hooks';
import {setFlagsFromString} from 'node:v8';
import {runInNewContext} from 'node:vm';

// `MeasuredServer` preloads this module into each process. It responds to `MeasuredServer.read` with a figure: add another one to `figures`.
const delay = monitorEventLoopDelay({resolution: 1});
delay.enable();

/** @type {Record<string, () => number>} */
const figures = {
  cpu() {
    const {user, system} = process.cpuUsage();
    return user + system;
  },
  peak: () => process.resourceUsage().maxRSS * 1024,
  heap() {
    setFlagsFromString('--expose-gc');
    runInNewContext('gc')();
    return process.memoryUsage().heapUsed;
  },
  block() {
    const longest = delay.max / 1e6;
    delay.reset();
    return longest;
  },
};

process.on('message', figure => process.send?.(figures[String(figure)]?.()));
