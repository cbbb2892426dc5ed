/** Points run left to right; `stands: 'out'` is the line to look at. */
export type Line = { name: string; points: { x: number; y: number }[]; stands: 'out' | 'back' }

export type Plot = { title: string; x: string; y: string; lines: Line[] }

const [WIDTH, HEIGHT] = [860, 480]
const AREA = { left: 76, right: 600, top: 56, bottom: 420 }

const LINE_HEIGHT = 19

const ON_WHITE = [
  '#9a3412',
  '#1d4ed8',
  '#15803d',
  '#7e22ce',
  '#a16207',
  '#0e7490',
  '#be185d',
  '#475569',
]
const ON_BLACK = [
  '#fdba74',
  '#93c5fd',
  '#86efac',
  '#d8b4fe',
  '#fde047',
  '#67e8f9',
  '#f9a8d4',
  '#cbd5e1',
]

export function plotSvg({ title, x, y, lines }: Plot): string {
  const points = lines.flatMap((line) => line.points)
  const sizes = [...new Set(points.map((point) => point.x))].sort((one, other) => one - other)
  const tens = powersOfTen(points.map((point) => point.y))
  const across = logScale([sizes[0] ?? 1, sizes.at(-1) ?? 1], [AREA.left, AREA.right])
  const up = logScale([tens[0] ?? 1, tens.at(-1) ?? 1], [AREA.bottom, AREA.top])
  const ends = spread(
    lines.map(({ points }) => up(points.at(-1)?.y ?? 1)),
    { least: AREA.top, most: AREA.bottom, apart: LINE_HEIGHT },
  )
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escaped(title)}">`,
    `<style>${style()}</style><rect class="paper" width="${WIDTH}" height="${HEIGHT}"/>`,
    text({ x: 20, y: 28, text: title, name: 'title' }),
    text({ x: (AREA.left + AREA.right) / 2, y: HEIGHT - 16, text: x, name: 'middle' }),
    `<text class="middle" transform="translate(20 ${(AREA.top + AREA.bottom) / 2}) rotate(-90)">${escaped(y)}</text>`,
    ...tens.map((ten) => horizontal(up(ten), ten)),
    ...sizes.map((size) => vertical(across(size), size)),
    ...lines.map((line, index) => drawLine(line, { index, across, up, end: ends[index] ?? 0 })),
    '</svg>\n',
  ].join('\n')
}

type Scale = (value: number) => number

export function logScale([least, most]: [number, number], [from, to]: [number, number]): Scale {
  const span = Math.log(most / least) || 1
  return (value) => from + (Math.log(value / least) / span) * (to - from)
}

export function powersOfTen(values: readonly number[]): number[] {
  const first = Math.floor(Math.log10(Math.min(...values)))
  const last = Math.max(first + 1, Math.ceil(Math.log10(Math.max(...values))))
  return Array.from({ length: last - first + 1 }, (_, index) => Number(`1e${first + index}`))
}

type Room = { least: number; most: number; apart: number }
type Group = { members: number[]; middle: number }

/** Pushes places apart, in order and inside the room; a crowd spreads around its own middle. */
export function spread(places: readonly number[], { least, most, apart }: Room): number[] {
  const half = ({ members }: Group) => ((members.length - 1) * apart) / 2
  const within = (group: Group) =>
    Math.max(least + half(group), Math.min(most - half(group), group.middle))
  const groups: Group[] = []
  for (const index of places
    .map((_, index) => index)
    .sort((one, other) => (places[one] ?? 0) - (places[other] ?? 0))) {
    let group: Group = { members: [index], middle: places[index] ?? 0 }
    for (let before = groups.at(-1); before; before = groups.at(-1)) {
      if (within(before) + half(before) + apart <= within(group) - half(group)) break
      groups.pop()
      const members = [...before.members, ...group.members]
      group = {
        members,
        middle: members.reduce((sum, member) => sum + (places[member] ?? 0), 0) / members.length,
      }
    }
    groups.push(group)
  }
  const moved = places.slice()
  for (const group of groups)
    group.members.forEach((member, at) => {
      moved[member] = within(group) - half(group) + at * apart
    })
  return moved
}

function drawLine(
  { name, points, stands }: Line,
  at: { index: number; across: Scale; up: Scale; end: number },
): string {
  const places = points.map(({ x, y }) => [at.across(x).toFixed(1), at.up(y).toFixed(1)])
  const colour = `c${at.index % ON_WHITE.length}`
  const dashed = at.index >= ON_WHITE.length ? ' dashed' : ''
  const last = places.at(-1) ?? []
  return [
    `<polyline class="line ${stands} ${colour}${dashed}" points="${places.map((place) => place.join(',')).join(' ')}"/>`,
    ...places.map(([x, y]) => `<circle class="dot ${colour}" cx="${x}" cy="${y}" r="3.5"/>`),
    `<path class="lead ${colour}" d="M${Number(last[0]) + 5} ${last[1]} L${AREA.right + 18} ${at.end.toFixed(1)}"/>`,
    text({ x: AREA.right + 22, y: at.end + 4.5, text: name, name: `${stands} ${colour}` }),
  ].join('')
}

function horizontal(y: number, value: number): string {
  const line = `<path class="grid" d="M${AREA.left} ${y.toFixed(1)} H${AREA.right}"/>`
  return (
    line +
    text({
      x: AREA.left - 8,
      y: y + 4.5,
      text: value.toLocaleString('en-US', { maximumFractionDigits: 6 }),
      name: 'end',
    })
  )
}

function vertical(x: number, value: number): string {
  const line = `<path class="grid" d="M${x.toFixed(1)} ${AREA.top} V${AREA.bottom}"/>`
  return (
    line + text({ x, y: AREA.bottom + 20, text: value.toLocaleString('en-US'), name: 'middle' })
  )
}

function text({
  x,
  y,
  text: texts,
  name,
}: {
  x: number
  y: number
  text: string
  name: string
}): string {
  return `<text class="${name}" x="${x.toFixed(1)}" y="${y.toFixed(1)}">${escaped(texts)}</text>`
}

function style(): string {
  const colours = (all: string[]) =>
    all
      .map(
        (colour, index) =>
          `.line.c${index},.lead.c${index}{stroke:${colour}}.dot.c${index},text.c${index}{fill:${colour}}`,
      )
      .join('')
  return `text{font:14px system-ui,sans-serif;fill:#292524}.title{font-weight:600;font-size:17px}.middle{text-anchor:middle}.end{text-anchor:end}
.paper{fill:#fff}.grid{stroke:#d6d3d1;fill:none}.line{fill:none;stroke-width:2.2;stroke-linejoin:round}.line.out{stroke-width:4}text.out{font-weight:600}.dashed{stroke-dasharray:6 4}.lead{fill:none;stroke-width:.8;opacity:.6}
${colours(ON_WHITE)}
@media(prefers-color-scheme:dark){text{fill:#e7e5e4}.paper{fill:#1c1917}.grid{stroke:#44403c}${colours(ON_BLACK)}}`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
