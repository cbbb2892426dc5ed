import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { PASSWORD_COST, type PasswordCost } from '#server/config/config.ts'

const MAX_MEMORY = 256 * 1024 * 1024
const LENGTH = 32

const scryptAsync = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

/** A slow hash as `power.r.p.salt.hash`, so its cost can be raised; tests pass a cheap cost. */
export async function hashPassword(password: string, cost = PASSWORD_COST): Promise<string> {
  const salt = randomBytes(16)
  const hash = await slowHash(password, salt, cost)
  return [cost.power, cost.r, cost.p, salt.toString('base64url'), hash.toString('base64url')].join(
    '.',
  )
}

export async function isPassword(password: string, stored: string): Promise<boolean> {
  const { cost, salt, hash } = partsOf(stored)
  const given = await slowHash(password, salt, cost)
  return hash.length === given.length && timingSafeEqual(hash, given)
}

export function isCheaper(stored: string, cost: PasswordCost): boolean {
  return workOf(partsOf(stored).cost) < workOf(cost)
}

export function makePassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789x'
  const term = () => Array.from(randomBytes(4), (byte) => letters[byte % letters.length]).join('')
  return Array.from({ length: 4 }, term).join('-')
}

function workOf({ power, r, p }: PasswordCost): number {
  return 2 ** power * r * p
}

/** Text that is no hash has an empty one, which is no password's. */
function partsOf(stored: string): { cost: PasswordCost; salt: Buffer; hash: Buffer } {
  const [power, r, p, salt = '', hash = ''] = stored.split('.')
  return {
    cost: hash ? { power: Number(power), r: Number(r), p: Number(p) } : PASSWORD_COST,
    salt: Buffer.from(salt, 'base64url'),
    hash: Buffer.from(hash, 'base64url'),
  }
}

function slowHash(password: string, salt: Buffer, { power, r, p }: PasswordCost): Promise<Buffer> {
  const form = { N: 2 ** power, r, p, maxmem: MAX_MEMORY }
  return scryptAsync(password.normalize('NFC'), salt, LENGTH, form)
}
