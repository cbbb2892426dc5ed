import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

test('without a word from the owner the shop is local, embedded and filled with the demo', () => {
  expect(readConfig({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    dataDir: resolve('./data'),
    databaseUrl: null,
    adminPassword: null,
    demo: true,
    publicUrl: null,
    linkOrigin: 'http://localhost:3000',
    trustProxy: null,
    limits: true,
    logLevel: 'info',
  })
})

test('links start with the address visitors see, and with the port while the shop is local', () => {
  expect(readConfig({ PUBLIC_URL: 'https://farm.example' }).linkOrigin).toBe('https://farm.example')
  expect(readConfig({ PORT: '8080' }).linkOrigin).toBe('http://localhost:8080')
})

test.each([
  ['PORT', '80a'],
  ['PORT', '65536'],
  ['DEMO', 'yes'],
  ['PUBLIC_URL', 'farm.example'],
  ['PUBLIC_URL', 'https://farm.example/shop'],
  ['DATABASE_URL', 'mysql://localhost/farm'],
  ['ADMIN_PASSWORD', 'short'],
  ['TRUST_PROXY', 'everyone'],
  ['LIMITS', '1'],
])('a wrong %s (%s) is refused by its name', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(ConfigError)
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} must`, 'm'))
})

test('every wrong variable is named at once', () => {
  expect(() => readConfig({ PORT: 'x', DEMO: 'x' })).toThrow(/PORT[\s\S]*DEMO/)
})
