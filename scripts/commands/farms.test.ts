import { mkdirSync, writeFileSync } from 'node:fs'
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { farmsOf } from './farms.ts'

const PROJECT = resolve(import.meta.dirname, '../..')

/** A server whose system programs only note what they were asked. */
async function aMachine() {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'farmstand-farms-')))
  const printed = vi.spyOn(console, 'log').mockImplementation(() => {})
  onTestFinished(() => {
    printed.mockRestore()
    return rm(root, { recursive: true, force: true })
  })
  for (const release of ['one', 'two']) {
    await mkdir(join(root, 'opt/farmstand', release, 'server'), { recursive: true })
    await writeFile(join(root, 'opt/farmstand', release, 'server/main.js'), '')
  }
  await symlink('one', join(root, 'opt/farmstand/current'))
  const requests: string[] = []
  const broken = new Set<number>()
  const run = (program: string, ...words: string[]) => {
    const request = [program.replace(`${root}/`, ''), ...words].join(' ')
    if (request.startsWith('id ')) throw new Error('no such user')
    if (program.endsWith('/farmstand')) {
      const folder = join(root, 'var/lib/farmstand', words[1] ?? '', 'backups')
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, 'today'), '')
    }
    if (!request.startsWith('systemctl is-active')) requests.push(request)
    return request.startsWith('systemctl is-active') ? 'active\n' : ''
  }
  const whyNotReady = async (port: number) => (broken.has(port) ? 'the disk is full' : null)
  return {
    ...{ root, requests, broken },
    farms: farmsOf({ root, run, whyNotReady }),
    said: () => printed.mock.calls.map(([line]) => line).join('\n'),
    file: (path: string) => readFile(join(root, path), 'utf8'),
    list: (path: string) => readdir(join(root, path)),
    current: () => realpath(join(root, 'opt/farmstand/current')),
    async open(name: string) {
      await mkdir(join(root, 'var/lib/farmstand', name), { recursive: true })
      await writeFile(join(root, 'var/lib/farmstand', name, 'shop.db'), '')
    },
  }
}

test('farms are added, listed, backed up, updated and removed, each with a port, a proxy entry and a folder of its own', async () => {
  const machine = await aMachine()
  const { farms, requests } = machine
  for (const name of ['oak', 'elm']) {
    farms.add(name, `${name}.example`)
    await machine.open(name)
  }
  expect(await machine.file('etc/farmstand/oak.env')).toContain('PUBLIC_URL=https://oak.example\n')
  expect(await machine.file('etc/caddy/farms/oak.caddy')).toContain(
    'import farmstand 127.0.0.1:4001',
  )
  expect(await machine.file('etc/caddy/farms/elm.caddy')).toContain(
    'import farmstand 127.0.0.1:4002',
  )
  expect(requests).toContain('systemctl enable --now farmstand@elm.socket farmstand-wake@elm.timer')
  farms.list()
  expect(machine.said()).toMatch(/elm +awake .* no backup yet\noak +awake .* no backup yet$/)
  farms.backup()
  for (const name of ['elm', 'oak'])
    expect(requests).toContain(`opt/farmstand/current/farmstand --farm ${name} backup`)
  await farms.update('two')
  expect(await machine.current()).toMatch(/two$/)
  expect(requests).toContain('systemctl restart farmstand@oak.service')
  farms.remove('oak')
  const [aside = ''] = await machine.list('var/lib/farmstand/removed')
  expect(await machine.list(`var/lib/farmstand/removed/${aside}`)).toEqual([
    ...['backups', 'oak.env', 'shop.db'],
  ])
  farms.add('ash', 'ash.example')
  expect(await machine.file('etc/caddy/farms/ash.caddy')).toContain(':4001')
})

test('a release that does not sell in one farm reaches no other, and the way back is told', async () => {
  const machine = await aMachine()
  for (const name of ['oak', 'pear']) {
    machine.farms.add(name, `${name}.example`)
    await machine.open(name)
  }
  machine.broken.add(4001)
  await expect(machine.farms.update('two')).rejects.toThrow(
    /^oak does not sell with two \(the disk is full\);.*back again: farmstand farms update one$/,
  )
  expect(machine.requests).not.toContain('systemctl restart farmstand@pear.service')
})

test('what cannot be done is said, and changes nothing', async () => {
  const machine = await aMachine()
  const { farms } = machine
  farms.add('oak', 'oak.example')
  const before = [...machine.requests]
  const refused: [work: () => unknown, error: string][] = [
    [() => farms.add('oak', 'other.example'), 'There is a farm oak already'],
    [() => farms.add('elm', 'oak.example'), 'oak.example is another farm’s'],
    [() => farms.add('../etc', 'elm.example'), 'A name has small letters, digits and hyphens'],
    [() => farms.add('elm', 'elm.example {'), 'A host is a name such as'],
    [() => farms.remove('elm'), 'There is no farm elm'],
    [() => farms.remove('../oak'), 'There is no farm ../oak'],
    [() => farms.backup('elm'), 'There is no farm elm'],
    [() => farms.update('three'), 'There is no release in'],
  ]
  for (const [work, error] of refused) await expect(async () => work()).rejects.toThrow(error)
  expect(machine.requests).toEqual(before)
  expect(await machine.list('etc/farmstand')).toEqual(['oak.env'])
  expect(await machine.current()).toMatch(/one$/)
})

test('a farm that was never opened holds up no backup, no update and not its own removal', async () => {
  const machine = await aMachine()
  const { farms, requests } = machine
  for (const name of ['elm', 'oak']) farms.add(name, `${name}.example`)
  await machine.open('oak')
  await farms.update('two')
  expect(machine.said()).toContain('elm was never opened: there is nothing to back up.')
  expect(requests.filter((one) => one.endsWith(' backup'))).toEqual([
    'opt/farmstand/current/farmstand --farm oak backup',
  ])
  farms.remove('elm')
  expect(await machine.list('etc/farmstand')).toEqual(['oak.env'])
})

test('each farm has a user of its own, who reads its settings and nobody else’s, and what is removed is root’s', async () => {
  const { farms, root, requests, open } = await aMachine()
  farms.add('oak', 'oak.example')
  await open('oak')
  expect((await stat(join(root, 'etc/farmstand/oak.env'))).mode & 0o777).toBe(0o640)
  farms.remove('oak')
  expect(requests.filter((one) => /^(?:user|ch)/.test(one))).toEqual([
    `useradd --system --user-group --home-dir ${root}/var/lib/farmstand/oak --no-create-home --shell /usr/sbin/nologin farmstand-oak`,
    `chgrp farmstand-oak ${root}/etc/farmstand/oak.env`,
    expect.stringMatching(/^chown -R root: .*removed\/oak-/),
    'userdel farmstand-oak',
  ])
  const unit = await readFile(join(PROJECT, 'deploy/farmstand@.service'), 'utf8')
  for (const name of [
    'User',
    'Group',
    'StateDirectory',
    'CacheDirectory',
    'NODE_COMPILE_CACHE',
    'ReadWritePaths',
  ])
    expect(unit).toMatch(new RegExp(`^(?:Environment=)?${name}=.*%i$`, 'm'))
})
