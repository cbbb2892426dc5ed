import { expect, test } from 'vitest'
import { aShop, signIn } from '#tests/a-shop.ts'
import { lastErrors, redact } from './compose-report.ts'

test.each([
  ['to marta.lee@mail.example now', 'to <email> now'],
  ['postgres://farm:corn-77@db/farm', 'postgres://<password>@db/farm'],
  ['the key sk_live_51Habc', 'the key <key>'],
  ['GET /o/Zk3vQ9fLx2bW7mT1cR8pYs4d', 'GET /o/<secret>'],
  ['call (605) 555-0134 please', 'call <number> please'],
  [
    'the disk is full since 2026-11-29T05:17:09.123Z',
    'the disk is full since 2026-11-29T05:17:09.123Z',
  ],
])('a report holds no person and no secret: %s', (line, said) => {
  expect(redact(line)).toBe(said)
})

test('the desk gives the farmer alone the checkup and the errors since the start, without what they hold of people', async () => {
  const shop = await aShop({ env: { LOG_LEVEL: 'error' } })
  const url = '/api/admin/report'
  expect((await shop.inject({ url })).statusCode).toBe(401)
  shop.shop.report('a try', new Error('no answer for ada.miller@mail.example'))
  const headers = { cookie: await signIn(shop) }
  const answer = await shop.inject({ url, headers })
  expect(answer.headers['content-disposition']).toBe('attachment; filename="farmstand-report.txt"')
  const lines = answer.body.trimEnd().split('\n')
  expect(lines[0]).toMatch(/^Farmstand \d+\.\d+\.\d+, Node v\d/)
  expect(lines).toContainEqual(expect.stringMatching(/^warning +Mail: No mail server is set/))
  const errors = lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line))
  expect(errors).toMatchObject([{ what: 'a try', err: { message: 'no answer for <email>' } }])
})

test('of many errors the last fifty are kept, and of warnings none', () => {
  const errors = lastErrors()
  for (let n = 0; n < 60; n++) errors.note(`{"level":${n === 30 ? 40 : 50},"n":${n}}\n`)
  expect([errors.lines.length, errors.lines[0], errors.lines.at(-1)]).toEqual([
    ...[50, '{"level":50,"n":9}', '{"level":50,"n":59}'],
  ])
})
