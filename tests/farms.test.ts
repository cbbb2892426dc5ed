import { spawnSync } from 'node:child_process'
import {
  chmod,
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
import { delimiter, join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const PROJECT = resolve(import.meta.dirname, '..')
const FARMS = join(PROJECT, 'deploy/farms')

/** A fake backup that records its arguments; the real command has its own tests. */
const BACKUP = `
  const [settings, dataDir, user] = [3, 5, 7].map((at) => process.argv[at])
  require('node:fs').mkdirSync(dataDir + '/backups', { recursive: true })
  require('node:fs').writeFileSync(dataDir + '/backups/today', [settings, user, process.argv.slice(8)].join(' '))
`

async function aMachine() {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'farmstand-farms-')))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  for (const folder of ['bin', 'etc', 'var', 'opt']) await mkdir(join(root, folder))
  const requested = join(root, 'asked')
  await writeFile(requested, '')
  const program = async (name: string, text: string) => {
    await writeFile(join(root, 'bin', name), `#!/bin/sh\n${text}\n`)
    await chmod(join(root, 'bin', name), 0o755)
  }
  await program('systemctl', `echo "$*" >> ${requested}`)
  // Every farm answers, except one whose folder says it's broken.
  await program(
    'curl',
    `case "$*" in *:4001/readyz) [ ! -e ${root}/var/oak/broken ];; esac || exit 22`,
  )
  for (const name of ['useradd', 'userdel', 'chgrp', 'chown'])
    await program(name, `echo "${name} $*" >> ${requested}`)
  await program('id', 'exit 1')
  for (const release of ['one', 'two']) {
    for (const folder of ['server', 'scripts'])
      await mkdir(join(root, 'opt', release, folder), { recursive: true })
    await writeFile(join(root, 'opt', release, 'server/main.js'), '')
    await writeFile(join(root, 'opt', release, 'scripts/shop.ts'), BACKUP)
  }
  await symlink('one', join(root, 'opt/current'))
  const env = {
    PATH: [join(root, 'bin'), process.env.PATH].join(delimiter),
    ...{ FARMS_ETC: join(root, 'etc'), FARMS_VAR: join(root, 'var') },
    ...{ FARMS_OPT: join(root, 'opt'), FARMS_CACHE: join(root, 'cache') },
  }
  return {
    farms(...text: string[]) {
      const { status, stdout, stderr } = spawnSync('sh', [FARMS, ...text], {
        env,
        encoding: 'utf8',
      })
      return { status, said: stdout, error: stderr }
    },
    file: (path: string) => readFile(join(root, path), 'utf8'),
    list: (path: string) => readdir(join(root, path)),
    make: (path: string) => mkdir(join(root, path), { recursive: true }),
    async open(name: string) {
      await mkdir(join(root, 'var', name), { recursive: true })
      await writeFile(join(root, 'var', name, 'shop.db'), '')
    },
    root,
    requests: async () => (await readFile(requested, 'utf8')).split('\n').filter(Boolean),
    current: () => realpath(join(root, 'opt/current')),
  }
}

test('farms are added, listed, backed up, updated and removed, each with a port, a proxy entry and a folder of its own', async () => {
  const machine = await aMachine()
  for (const name of ['oak', 'elm']) {
    expect(machine.farms('add', name, `${name}.example`)).toMatchObject({ status: 0, error: '' })
    await machine.open(name)
  }
  expect(await machine.file('etc/farmstand/oak.env')).toContain('PUBLIC_URL=https://oak.example\n')
  expect(await machine.file('etc/caddy/farms/oak.caddy')).toContain(
    'import farmstand 127.0.0.1:4001',
  )
  expect(await machine.file('etc/caddy/farms/elm.caddy')).toContain(
    'import farmstand 127.0.0.1:4002',
  )
  expect(await machine.requests()).toContain(
    'enable --now farmstand@elm.socket farmstand-wake@elm.timer',
  )
  expect(machine.farms('list').said).toMatch(/^elm .* no backup yet\noak .* no backup yet\n$/)
  expect(machine.farms('backup').status).toBe(0)
  for (const name of ['elm', 'oak'])
    expect(await machine.file(`var/${name}/backups/today`)).toBe(
      `${machine.root}/etc/farmstand/${name}.env farmstand-${name} backup`,
    )
  expect(machine.farms('update', 'two')).toMatchObject({ status: 0 })
  expect(await machine.current()).toMatch(/two$/)
  expect(await machine.requests()).toContain('restart farmstand@oak.service')
  expect(machine.farms('remove', 'oak').status).toBe(0)
  const [aside = ''] = await machine.list('var/removed')
  expect(await machine.list(`var/removed/${aside}`)).toEqual(['backups', 'oak.env', 'shop.db'])
  expect(machine.farms('list').said).toMatch(/^elm .*\n$/)
  expect(machine.farms('add', 'ash', 'ash.example').status).toBe(0)
  expect(await machine.file('etc/caddy/farms/ash.caddy')).toContain(':4001')
})

test('a release that does not sell in one farm reaches no other, and the way back is told', async () => {
  const machine = await aMachine()
  for (const name of ['oak', 'pear']) {
    machine.farms('add', name, `${name}.example`)
    await machine.open(name)
  }
  await machine.make('var/oak/broken')
  const { status, error } = machine.farms('update', 'two')
  expect([status, error]).toEqual([
    1,
    expect.stringMatching(/^farms: oak does not sell with two;.*back again: farms update one\n$/),
  ])
  expect(await machine.requests()).not.toContain('restart farmstand@pear.service')
})

test('what cannot be done is said, and changes nothing', async () => {
  const machine = await aMachine()
  machine.farms('add', 'oak', 'oak.example')
  const before = await machine.requests()
  for (const [text, error] of [
    [['add', 'oak', 'other.example'], 'there is a farm oak already'],
    [['add', 'elm', 'oak.example'], 'oak.example is another farm’s'],
    [['add', '../etc', 'elm.example'], 'a name has small letters, digits and hyphens'],
    [['add', 'elm', 'elm.example {'], 'a host is a name such as'],
    [['add', 'elm'], 'a host is a name such as'],
    [['remove', 'elm'], 'there is no farm elm'],
    [['remove'], 'please name a farm'],
    [['backup', 'elm'], 'there is no farm elm'],
    [['update', 'three'], 'there is no release in'],
  ] as const) {
    const answer = machine.farms(...text)
    expect([answer.status, answer.error.replace("'", '’')], text.join(' ')).toEqual([
      1,
      expect.stringContaining(error),
    ])
  }
  expect(machine.farms().said).toContain('farms add NAME HOST')
  expect(await machine.requests()).toEqual(before)
  expect(await machine.list('etc/farmstand')).toEqual(['oak.env'])
  expect(await machine.current()).toMatch(/one$/)
})

test('a farm that was never opened holds up no backup, no update and not its own removal', async () => {
  const machine = await aMachine()
  for (const name of ['elm', 'oak']) machine.farms('add', name, `${name}.example`)
  await machine.open('oak')
  const said = 'elm was never opened: there is nothing to back up.\n'
  expect(machine.farms('backup')).toMatchObject({ status: 0, said })
  expect(machine.farms('update', 'two')).toMatchObject({ status: 0 })
  expect(await machine.file('var/oak/backups/today')).toContain('farmstand-oak backup')
  expect(machine.farms('remove', 'elm')).toMatchObject({ status: 0, error: '' })
  expect(await machine.list('etc/farmstand')).toEqual(['oak.env'])
})

test('each farm has a user of its own, who reads its settings and nobody else’s, and what is removed is root’s', async () => {
  const machine = await aMachine()
  machine.farms('add', 'oak', 'oak.example')
  await machine.open('oak')
  expect((await stat(join(machine.root, 'etc/farmstand/oak.env'))).mode & 0o777).toBe(0o640)
  machine.farms('remove', 'oak')
  const users = (await machine.requests()).filter((one) => /^(?:user|ch)/.test(one))
  expect(users).toEqual([
    `useradd --system --user-group --home-dir ${machine.root}/var/oak --no-create-home --shell /usr/sbin/nologin farmstand-oak`,
    `chgrp farmstand-oak ${machine.root}/etc/farmstand/oak.env`,
    expect.stringMatching(/^chown -R root: .*removed\/oak-/),
    'userdel farmstand-oak',
  ])
  const unit = await readFile(join(PROJECT, 'deploy/farmstand@.service'), 'utf8')
  const own = [
    'User',
    'Group',
    'StateDirectory',
    'CacheDirectory',
    'NODE_COMPILE_CACHE',
    'ReadWritePaths',
  ]
  for (const name of own) expect(unit).toMatch(new RegExp(`^(?:Environment=)?${name}=.*%i$`, 'm'))
})

test('a line of settings is data: nothing in it is run', async () => {
  const machine = await aMachine()
  machine.farms('add', 'oak', 'oak.example')
  await machine.open('oak')
  const file = join(machine.root, 'etc/farmstand/oak.env')
  await writeFile(
    file,
    `BACKUP_PASSPHRASE="$(touch ${machine.root}/run)\`touch ${machine.root}/run\`"\n`,
  )
  expect(machine.farms('backup').status).toBe(0)
  expect(await machine.list('.')).not.toContain('run')
})
