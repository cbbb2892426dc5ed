import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { Refusal } from '#server/http/errors.ts'
import { turns } from '#server/http/turns.ts'

/** scrypt's cost as a power of two: about 100 ms and 32 MB a try. */
const COST = 15
const REST = { r: 8, p: 1, maxmem: 64 * 1024 * 1024 }
const LENGTH = 32

/** A flood of tries must not slow the shop. */
const inTurn = turns({
  atOnce: 2,
  mostWaiting: 20,
  refusal: () => new Refusal('too-often', 'Too many tries. Please wait a moment.', { retryAfter: 10 }),
})

/** A slow hash of a password with its own salt, as `cost.salt.hash`, so that a dearer one can follow; only tests want it cheap. */
export async function hashPassword(password: string, cost = COST): Promise<string> {
  const salt = randomBytes(16)
  const hash = await slowHash(password, salt, cost)
  return `${cost}.${salt.toString('base64url')}.${hash.toString('base64url')}`
}

/** Whether the password is the one that was hashed. @throws Refusal 'too-often' when too many tries wait already */
export async function isPassword(password: string, stored: string): Promise<boolean> {
  const [hash = '', salt = '', cost = COST] = stored.split('.').reverse()
  const expected = Buffer.from(hash, 'base64url')
  const given = await slowHash(password, Buffer.from(salt, 'base64url'), Number(cost))
  return expected.length === given.length && timingSafeEqual(expected, given)
}

/** A password that is easy to read aloud and hard to guess: 80 bits in four groups. */
export function makePassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789x'
  const word = () => Array.from(randomBytes(4), (byte) => letters[byte % letters.length]).join('')
  return Array.from({ length: 4 }, word).join('-')
}

function slowHash(password: string, salt: Buffer, cost: number): Promise<Buffer> {
  return inTurn(() => {
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
    const form = { N: 2 ** cost, ...REST }
    scrypt(password.normalize('NFC'), salt, LENGTH, form, (error, hash) => (error ? reject(error) : resolve(hash)))
    return promise
  })
}
