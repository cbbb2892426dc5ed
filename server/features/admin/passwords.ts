import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { Refusal } from '#server/http/errors.ts'
import { turns } from '#server/http/turns.ts'

/** scrypt's cost: about 100 ms and 32 MB a try. */
const COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 }
const LENGTH = 32

/** A flood of tries must not slow the shop. */
const inTurn = turns({
  atOnce: 2,
  mostWaiting: 20,
  refusal: () => new Refusal('too-often', 'Too many tries. Please wait a moment.', { retryAfter: 10 }),
})

/** A slow hash of a password with its own salt, as `salt.hash`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  return `${salt.toString('base64url')}.${(await slowHash(password, salt)).toString('base64url')}`
}

/** Whether the password is the one that was hashed. @throws Refusal 'too-often' when too many tries wait already */
export async function isPassword(password: string, stored: string): Promise<boolean> {
  const [salt = '', hash = ''] = stored.split('.')
  const expected = Buffer.from(hash, 'base64url')
  const given = await slowHash(password, Buffer.from(salt, 'base64url'))
  return expected.length === given.length && timingSafeEqual(expected, given)
}

/** A password that is easy to read aloud and hard to guess: 80 bits in four groups. */
export function makePassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789x'
  const word = () => Array.from(randomBytes(4), (byte) => letters[byte % letters.length]).join('')
  return Array.from({ length: 4 }, word).join('-')
}

function slowHash(password: string, salt: Buffer): Promise<Buffer> {
  return inTurn(() => {
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
    scrypt(password.normalize('NFC'), salt, LENGTH, COST, (error, hash) => (error ? reject(error) : resolve(hash)))
    return promise
  })
}
