/**
 * Replaces `import … from 'node:http'`: an import reads every export, and that of `WebSocket` loads Node's undici, which
 * takes longer than many a function's own start. Nothing here uses it.
 */
module.exports = process.getBuiltinModule('node:http')
