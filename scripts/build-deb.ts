import { spawnSync } from 'node:child_process'
import { cp, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { WRAPPER } from './commands/setup.ts'

type Deb = {
  work: string
  folder: string
  manifest: { name: string; version: string }
  arch: 'x64' | 'arm64'
  into: string
}

/** What Debian does around the files. A first install waits for `farmstand setup`. */
const SCRIPTS = {
  // The release that runs keeps its files until the next one sells.
  preinst: `if [ "$1" = upgrade ] && [ -e /opt/farmstand/current ]; then
	kept=$(readlink -f /opt/farmstand/current)
	[ -e "$kept.deb" ] || cp -al "$kept" "$kept.deb"
	ln -sfn "$(basename "$kept").deb" /opt/farmstand/current
fi`,
  postinst: `if [ "$1" = configure ]; then
	id -u farmstand >/dev/null 2>&1 || useradd --system --user-group --home-dir /var/lib/farmstand \\
		--no-create-home --shell /usr/sbin/nologin farmstand
	chgrp farmstand /etc/farmstand.env && chmod 640 /etc/farmstand.env
	if [ -d /run/systemd/system ]; then systemctl daemon-reload; fi
	if [ -e /opt/farmstand/current ]; then
		/opt/farmstand/RELEASE/farmstand --settings /etc/farmstand.env update --to RELEASE
	else
		ln -sfn RELEASE /opt/farmstand/current
		echo 'Now: farmstand setup shop.example (your own name), as root.'
	fi
fi`,
  prerm: `if [ "$1" = remove ]; then
	if [ -d /run/systemd/system ]; then systemctl disable --now farmstand.socket farmstand.service; fi
	rm -f /opt/farmstand/current
fi`,
  postrm: `if [ -d /run/systemd/system ]; then systemctl daemon-reload; fi
if [ "$1" = remove ] || [ "$1" = purge ]; then rm -rf /opt/farmstand/*.deb; fi`,
}

const ENV = `# The shop's settings, a NAME=value a line: all of them are in /opt/farmstand/current/farmstand.env.example.
`

/** Makes the package of an unpacked release; null where there is no dpkg-deb. Takes the folder. */
export async function buildDeb({
  work,
  folder,
  manifest,
  arch,
  into,
}: Deb): Promise<string | null> {
  if (spawnSync('dpkg-deb', ['--version']).status !== 0) return null
  const [root, release] = [join(work, 'deb'), basename(folder)]
  const units = join(root, 'usr/lib/systemd/system')
  for (const path of ['DEBIAN', 'opt/farmstand', 'usr/bin', 'usr/lib/systemd/system', 'etc'])
    await mkdir(join(root, path), { recursive: true })
  for (const unit of ['farmstand.service', 'farmstand.socket'])
    await cp(join(folder, 'deploy', unit), join(units, unit))
  await rename(folder, join(root, 'opt/farmstand', release))
  await writeFile(join(root, 'etc/farmstand.env'), ENV)
  await writeFile(join(root, 'usr/bin/farmstand'), WRAPPER, { mode: 0o755 })
  await writeFile(join(root, 'DEBIAN/conffiles'), '/etc/farmstand.env\n')
  for (const [name, text] of Object.entries(SCRIPTS)) {
    const script = `#!/bin/sh\nset -e\n${text.replaceAll('RELEASE', release)}\n`
    await writeFile(join(root, 'DEBIAN', name), script, { mode: 0o755 })
  }
  const control = {
    Package: manifest.name,
    Version: manifest.version,
    Architecture: arch === 'x64' ? 'amd64' : arch,
    Maintainer: 'Farmstand <farmstand@localhost>',
    Depends: 'libatomic1, libstdc++6, passwd',
    // Not beside an nginx that has the ports already.
    Recommends: 'caddy | nginx',
    Section: 'web',
    Priority: 'optional',
    Description:
      "The farm's shop\n An online shop for a small farmers market, with the farmer's desk.",
  }
  const lines = Object.entries(control).map(([name, value]) => `${name}: ${value}\n`)
  await writeFile(join(root, 'DEBIAN/control'), lines.join(''))
  const file = `${manifest.name}_${manifest.version}_${control.Architecture}.deb`
  await rm(join(into, file), { force: true })
  const words = ['--root-owner-group', '-Zzstd', '-z12', '--build', root, join(into, file)]
  const done = spawnSync('dpkg-deb', words, { encoding: 'utf8' })
  if (done.status !== 0) throw new Error(done.stderr)
  return file
}
