import { Writable } from 'node:stream'
import fastify, { LogController } from 'fastify'
import { expect, test } from 'vitest'
import { answerLog } from './answer-log.ts'

function aLoggedApp() {
  const lines: Record<string, unknown>[] = []
  const stream = new Writable({
    write(line, _, done) {
      lines.push(JSON.parse(String(line)))
      done()
    },
  })
  const clock = { at: 0 }
  const app = fastify({
    logger: { level: 'info', stream },
    logController: new LogController({ disableRequestLogging: true }),
  })
  const log = answerLog(() => clock.at)
  app.addHook('onResponse', (request, reply, done) => {
    log(request, reply)
    done()
  })
  for (const access of ['admin', 'public'] as const) {
    for (const status of [200, 400, 401, 404, 429])
      app.all(`/${access}/${status}`, { config: { access } }, (_, reply) =>
        reply.code(status).send(''),
      )
  }
  const ask = (method: 'GET' | 'POST', url: string) =>
    app.inject({ method, url, remoteAddress: '2001:db8:1:2:3::4' })
  return { lines, ask, clock }
}

test('a refused call of the desk is logged whoever asks how, with the network alone; mere reading is not', async () => {
  const { lines, ask } = aLoggedApp()
  for (const url of ['/public/200', '/public/429', '/admin/200', '/admin/404'])
    await ask('GET', url)
  expect(lines).toEqual([])
  for (const url of ['/admin/401', '/admin/429']) await ask('GET', url)
  await ask('POST', '/public/200')
  expect(lines.map(({ level, route, status, address }) => [level, route, status, address])).toEqual(
    [
      [30, '/admin/401', 401, '2001:db8:1:2::/64'],
      [30, '/admin/429', 429, '2001:db8:1:2::/64'],
      [30, '/public/200', 200, '2001:db8:1:2::/64'],
    ],
  )
})

test('a flood of refused calls writes sixty lines a minute and says how many it left out', async () => {
  const { lines, ask, clock } = aLoggedApp()
  for (let times = 0; times < 100; times++) {
    await ask('POST', '/public/401')
    await ask('POST', '/public/400')
  }
  await ask('POST', '/public/200')
  expect([lines.length, lines.at(-1)?.status]).toEqual([61, 200])
  clock.at = 60_000
  await ask('GET', '/admin/401')
  expect(lines.slice(61)).toMatchObject([
    { level: 40, unsaid: 140, msg: 'refused calls were left out of the log' },
    { status: 401 },
  ])
})
