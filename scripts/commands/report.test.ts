import { expect, test } from 'vitest'
import { redact } from './report.ts'

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
