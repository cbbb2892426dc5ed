/**
 * The first three digits of each state's ZIP codes (United States Postal Service, Publication 65),
 * from and to, with the few that lie apart.
 */
const RANGES = `AL Alabama 350-369
AK Alaska 995-999
AZ Arizona 850-865
AR Arkansas 716-729
CA California 900-961
CO Colorado 800-816
CT Connecticut 060-069
DE Delaware 197-199
FL Florida 320-349
GA Georgia 300-319 398-399
HI Hawaii 967-968
ID Idaho 832-838
IL Illinois 600-629
IN Indiana 460-479
IA Iowa 500-528
KS Kansas 660-679
KY Kentucky 400-427
LA Louisiana 700-714
ME Maine 039-049
MD Maryland 206-219
MA Massachusetts 010-027 055-055
MI Michigan 480-499
MN Minnesota 550-567
MS Mississippi 386-397
MO Missouri 630-658
MT Montana 590-599
NE Nebraska 680-693
NV Nevada 889-898
NH New_Hampshire 030-038
NJ New_Jersey 070-089
NM New_Mexico 870-884
NY New_York 005-005 063-063 100-149
NC North_Carolina 270-289
ND North_Dakota 580-588
OH Ohio 430-459
OK Oklahoma 730-749
OR Oregon 970-979
PA Pennsylvania 150-196
RI Rhode_Island 028-029
SC South_Carolina 290-299
SD South_Dakota 570-577
TN Tennessee 370-385
TX Texas 733-733 750-799 885-885
UT Utah 840-847
VT Vermont 050-059
VA Virginia 201-201 220-246
WA Washington 980-994
WV West_Virginia 247-268
WI Wisconsin 530-549
WY Wyoming 820-831 834-834`

export type State = { code: string; name: string; ranges: readonly [from: number, to: number][] }

export const STATES: readonly State[] = RANGES.split('\n').map((line) => {
  const [code = '', name = '', ...spans] = line.split(' ')
  const ranges = spans.map((span): [number, number] => {
    const [from = 0, to = 0] = span.split('-').map(Number)
    return [from, to]
  })
  return { code, name: name.replace('_', ' '), ranges }
})

/** Whether ZIP codes that begin with these digits may lie in the state. */
export function mayLieIn(zip: string, { ranges }: State): boolean {
  const digits = zip.slice(0, 3)
  const lowest = Number(digits.padEnd(3, '0'))
  const highest = Number(digits.padEnd(3, '9'))
  return ranges.some(([from, to]) => lowest <= to && highest >= from)
}
