#!/usr/bin/env node
// `farmstand`: every command of the shop. In plain JavaScript, as server/main.js: a start loads no compiler.
import '../server/require-node.js'
import { existsSync, readFileSync } from 'node:fs'

// Asked for only after that.
const { Command, Option } = await import('commander')

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

const program = new Command('farmstand')
  .description('The farm’s shop: starts it, and does what it needs now and then.')
  .version(version, '--version', 'says which release this is')
  .helpOption('--help', 'says what can be typed')
  .helpCommand(false)
  .addOption(
    new Option(
      '--settings <file>',
      'takes the settings from this file and acts as the shop’s user; without it they come from the environment, and from .env in this folder',
    ),
  )
  .option('--farm <name>', 'the farm of that name, where one server holds many')
  .addOption(new Option('--user <name>').hideHelp())
  .addOption(new Option('--data-dir <folder>').hideHelp())
  .configureHelp({ styleUsage: (usage) => usage.replace(' [options] [command]', ' COMMAND …') })
  .showHelpAfterError()
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))

/** @param {() => Promise<void>} work */
async function act(work) {
  const { actAsServer } = await import('./commands/act-as-server.ts')
  await actAsServer(program.opts(), work)
}

/** Loads a command only when it is typed. @param {() => Promise<Function>} load */
const acting =
  (load) =>
  async (/** @type {unknown[]} */ ...words) => {
    const command = await load()
    await act(() => command(...words))
  }

program.hook('preAction', () => {
  if (existsSync('.env')) process.loadEnvFile('.env')
})

program
  .command('start')
  .description('opens the shop, and builds its pages first where their sources are newer')
  .addOption(new Option('--dev').hideHelp())
  .action(async ({ dev }) => {
    const { start } = await import('./commands/start.js')
    const { settings, farm } = program.opts()
    // Elsewhere no compiler is loaded.
    await (settings || farm ? act(() => start(false)) : start(dev === true))
  })

program
  .command('setup')
  .argument('[name]', 'the shop’s name in the web, such as shop.farm.example')
  .description(
    'makes this machine the shop’s server: service, https, first start; asks five things',
  )
  .option('--email <address>', 'for news of the certificate')
  .option('--demo', 'a made-up shop to look around in')
  .option('--no-demo', 'an empty shop')
  .option('--mail <server>', 'smtp://user:password@host:587; later at the desk')
  .option('--mail-from <sender>', 'the sender of the shop’s emails')
  .option('--backups <folder>', 'where backups go, best another disk')
  .option('--yes', 'asks nothing')
  .option('--dry-run', 'only says what it would do')
  .action(async (name, { demo, ...options }, command) => {
    const { setup } = await import('./commands/setup.ts')
    const isChosen = command.getOptionValueSource('demo') === 'cli'
    await setup(name, isChosen ? { demo, ...options } : options)
  })

program
  .command('remove')
  .description('takes the program off this server; data, backups and settings stay')
  .action(async () => {
    const { remove } = await import('./commands/setup.ts')
    remove()
  })

program
  .command('update')
  .description('brings the newest release, and goes back by itself if that does not sell')
  .addOption(new Option('--to <release>').hideHelp())
  .action(async (options) => {
    const { update } = await import('./commands/update.ts')
    await update(options, program.opts())
  })

program
  .command('doctor')
  .description('looks at name, certificate, mail, backups and machine, and says what to do')
  .action(acting(async () => (await import('./commands/doctor.ts')).doctor))

program
  .command('report')
  .description('writes a file for whoever helps you, without a name or a secret in it')
  .option('--to <file>', 'writes it there')
  .action(async (options) => {
    const { readLog, report } = await import('./commands/report.ts')
    // Before it acts as the shop's user, who may not read it.
    const log = readLog(program.opts())
    await act(() => report(options, log))
  })

program
  .command('backup')
  .description('writes the whole shop into one file, while it sells')
  .option('--to <file>', 'writes it there instead of the folder of backups')
  .action(acting(async () => (await import('./commands/backup.ts')).backup))

program
  .command('restore')
  .argument('<file>', 'a backup, wherever it is')
  .description('puts a backup in the place of the shop; on a server it stops and starts the shop')
  .option(
    '--take-over',
    'acts for the original shop at the card provider: only if that one is gone for good',
  )
  .option('--yes', 'asks nothing')
  .action(async (file, options) => {
    const { restore } = await import('./commands/restore.ts')
    await restore(file, options, program.opts())
  })

program
  .command('check-books')
  .description('compares stock, orders and money, and prints the rows that differ')
  .action(acting(async () => (await import('./commands/check-books.ts')).checkBooks))

program
  .command('passkeys-off')
  .description('lets the password alone sign in again, where a passkey is lost')
  .action(acting(async () => (await import('./commands/passkeys-off.ts')).passkeysOff))

program
  .command('stripe-check')
  .description('tries Stripe’s keys that are in the settings, and makes the webhook')
  .action(acting(async () => (await import('./commands/stripe-check.ts')).stripeCheck))

program
  .command('unlatch-payments')
  .description('lets a shop that took live money take test cards again')
  .action(acting(async () => (await import('./commands/unlatch-payments.ts')).unlatchPayments))

program
  .command('move-to-postgres')
  .argument('[address]', 'postgres://user:password@host/database, or in DATABASE_URL_TO')
  .description('moves a closed shop from its data folder to PostgreSQL')
  .action(acting(async () => (await import('./commands/move-to-postgres.ts')).moveToPostgres))

program
  .command('move-back')
  .description('opens a shop that moved to PostgreSQL from its data folder again, as it was then')
  .option('--lose <orders>', 'how many later orders may be lost')
  .action(acting(async () => (await import('./commands/move-back.ts')).moveBack))

const farms = program
  .command('farms')
  .description('holds many farms on one server: see docs/large.md')
  .action(() => farms.outputHelp())

/** @param {'add' | 'list' | 'backup' | 'update' | 'remove'} verb */
const farmsCommand =
  (verb) =>
  async (/** @type {string[]} */ ...words) => {
    const { farmsOf } = await import('./commands/farms.ts')
    await farmsOf()[verb](...words.slice(0, -2))
  }

farms
  .command('add')
  .argument('<name>')
  .argument('<host>', 'such as shop.oak.example')
  .description('makes a shop at https://<host>')
  .action(farmsCommand('add'))
farms
  .command('list')
  .description('every farm, whether it is awake, its disk and its last backup')
  .action(farmsCommand('list'))
farms
  .command('backup')
  .argument('[name]')
  .description('backs up one farm, or all')
  .action(farmsCommand('backup'))
farms
  .command('update')
  .argument('<release>', 'a folder of /opt/farmstand')
  .description('backs all up, then lets every farm that is awake start anew, one after the other')
  .action(farmsCommand('update'))
farms
  .command('remove')
  .argument('<name>')
  .description('backs a farm up, stops it and puts its folder aside')
  .action(farmsCommand('remove'))

try {
  if (process.argv.length > 2) await program.parseAsync()
  else program.outputHelp()
} catch (error) {
  const { ownerMessage } = await import('../server/core/owner-messages.ts')
  console.error(ownerMessage(error))
  process.exitCode ||= 1
}
