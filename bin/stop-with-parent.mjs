// Preloaded into a child of bin/ayaz.mjs: the channel between the two breaks when the parent ends, also by kill -9.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
// The channel alone keeps no process alive.
process.channel?.unref()
