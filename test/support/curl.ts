import { parseArgs } from 'node:util'

/* The parts of curl that docs/deploy.md uses: the machine need not have it installed. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    silent: { type: 'boolean', short: 's' },
    head: { type: 'boolean', short: 'I' },
    output: { type: 'string', short: 'o' },
    'write-out': { type: 'string', short: 'w' },
    header: { type: 'string', short: 'H', multiple: true, default: [] },
    data: { type: 'string', short: 'd' },
  },
})
const [address = ''] = positionals
const answer = await fetch(address, {
  method: values.head ? 'HEAD' : values.data === undefined ? 'GET' : 'POST',
  headers: values.header.map((line) => line.split(/:\s*/, 2) as [string, string]),
  ...(values.data !== undefined && { body: values.data }),
  redirect: 'manual',
})
const lines = values.head ? [...answer.headers].map((pair) => pair.join(': ')).join('\n') : await answer.text()
if (values.output === undefined) process.stdout.write(lines)
process.stdout.write((values['write-out'] ?? '').replace('%{http_code}', `${answer.status}`))
