// The least node:http can do: the same bytes and headers for every request. `node bare-server.ts
// copy.json`

import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { Copy } from './subjects.ts'

const copy: Copy = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))
const bytes = Buffer.from(copy.bytes, 'base64')
const server = createServer((_request, reply) => {
  reply.writeHead(copy.status, copy.headers)
  reply.end(bytes)
})
server.keepAliveTimeout = 5000
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(`listening on ${typeof address === 'object' ? address?.port : address}`)
})
process.once('SIGTERM', () => process.exit(0))
