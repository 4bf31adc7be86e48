import {monitorEventLoopDelay} from 'node:perf_hooks';
import {setFlagsFromString} from 'node:v8';
import {runInNewContext} from 'node:vm';

// Is preloaded into measured processes. Reports on request: processor time in microseconds, the maximum memory in bytes, the bytes of reachable
// objects, the longest time without a turn of the event loop since the last request of it, in milliseconds.
const delay = monitorEventLoopDelay({resolution: 1});
delay.enable();

/** @type {Record<string, () => number>} */
const reports = {
  cpu() {
    const {user, system} = process.cpuUsage();
    return user + system;
  },
  memory: () => process.resourceUsage().maxRSS * 1024,
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

process.on('message', request => process.send?.(reports[String(request)]?.()));
