import { expect, test } from 'vitest'
import { mailboxKey } from './mail-address.ts'

test.each([
  ['Jo.Smith+eggs@Gmail.com', 'josmith@googlemail.com', true],
  ['Jo.Smith+eggs@Farm.example', 'jo.smith@farm.example', true],
  ['jo.smith@farm.example', 'josmith@farm.example', false],
  ['jo@gmail.com', 'jo@mygmail.com', false],
])('%s and %s mean one mailbox: %s', (one, other, isSame) => {
  expect(mailboxKey(one) === mailboxKey(other)).toBe(isSame)
})
