import { describe, expect, test } from 'vitest'
import { allergenTerm } from '../products/allergens.ts'
import { FOODS, GOODS_MEANT } from '../products/market-words.ts'
import { allergenQuestion } from './allergen-question.ts'
import { correctSpelling } from './correct-spelling.ts'

const NAMES = [...FOODS, ...GOODS_MEANT.keys()].flatMap((name) => [name, `${name}s`])

/** The words English speakers use most, without names of food. */
const WORDS =
  `a able about above across act actually add address after again against age ago agree ahead air
  alert all allow allowed almost alone along already also alter always among amount an and
  animal animals another answer any appear april are arm around arrive art as ask asked at ate
  august aunt away baby back bad bag bags bake baked bank bar barn base bath batter be beach
  bear beat beautiful because become bed been before began begin behind being believe bell
  belong below bend beside best better between beyond big bigger bill bird birthday bit bite
  bitter black blood blow blue board boat body boil boiled bone book born borrow both bottle
  bottom bought bowl box boxes boy brain branch break breakfast bridge bright bring broke broken
  brother brought brown build bunch burn bus business busy but button buttons buy by call called
  calls calm came camp can cannot car carb carbs card cards care carry cart case cash catch
  caught cause cell center certain chair chance change charge cheap cheaper check chief child
  choice choose chose christmas circle city class clean clear climb clock close clothes cloud
  coal coast coat cold collect color come company compare complete condition consider constant
  content contest continue control cook cooked cooking cooks cool copy corner correct cost costs
  cotton could count country couple course cousin cover cow cows create crop cross crowd cry cup
  cups current cut dad daily dance danger dark daughter daughters day days dead deal
  dear death december decide deep deliver deliveries delivery depend describe desert design
  develop did die differ different difficult dinner direct dirty discuss distant divide do
  doctor does dog door double down dozen draw dream dress drink drive drop dry duck ducks during
  each ear early earn earth ease east easter eat eaten eating eats edge effect eight either
  electric element else email end energy engine enjoy enough enter equal especially even evening
  event ever every exact example except excite exercise expect experience experiment explain
  express eye eyes face fact fair fall false family famous far farm farmer farmers farms fast
  fat father favor fear february feed feel feet fell felt fence few field fight figure fill
  final find fine finger finish fire first fit five flat floor flow fly follow food foot for
  force foreign forest forget form forward found four free freeze freezer fresh friday fridge
  fried friend friends from front frozen fruit fry full fun gallon game garden gas gather gave
  general gentle get gift gifts girl give glad glass go going gold gone good got government
  grand grandma grandpa grass gray great grew grill ground group grow guess guest guests
  guide gun had hair half hand happen happy hard has have he head hear heart heat heavy held
  hello help hen hens her here hey high hill himself his history hit hold hole holiday home hope
  horse hot hour hours house how however huge human hundred hunt hurry hurt hurts husband i ice
  idea if imagine in inch include indeed industry insect instant instead instrument interest
  into invent iron is island it its january job join joy july jump june just keep keeps kept key
  kid kids kill king kitchen knee knew know lady laid lake land language large larger last late
  later laugh law lay lead learn least leave left leg lend less lesson let letter letters level
  lie life lift light like line lines link links liquid list listen lists little live log lone
  long look lose lost lot loud love low lunch machine made magnet mail main major make man many
  map march mark market markets mass master match material matter may maybe me meal mean measure
  medium meet men metal method middle might mild mile million mind mine minute minutes miss mix
  modern mold moldy mom moment monday money month months moon more morning most mother mothers
  mount mountain mouth move mr much multiply muscle muscles music must my name names nation
  natural nature near necessary neck need neighbor nephew never new next niece night nine no
  noise noon nope nor north nose not note notes nothing noun november now number object observe
  occur ocean october of off offer office often oil okay old on once one only open opposite
  order ordered orders original other ounce our out oven over own oxygen page pages paint pair
  pan paper paragraph parent part particular party pass past path pattern pay people period
  person phone photo phrase pickup picture piece pig pigs pink pint pitch place plain plan plane
  planet plant plants plate play please poem point poor populate port pose position possible
  post pot pound pounds power practice prepare present press pretty price prices print probable
  problem process product program proper property protect prove provide public pull
  purple push put quart quarter question quick quiet quite quotient race radio rail rain raise
  range rather raw reach read really reason receive record red region remain remember repeat
  reply report represent require result rich ride right ring ripe rise river road roast rock
  roll room root rope rose rotten round row rub rule run safe said sail salty same sand saturday
  save say scale school science score sea search season seat second section see seed seem select
  self sell send sense sent sentence separate september serve set settle seven several shape
  share sharp sheep shelf shell shine ship shoe shop shore short should shoulder shout show sick
  side sight sign silent silver similar simple since single sister sit site six size skill skin
  sky sleep slip slow small smaller smell smells smile snow so soft soil soldier solution solve
  some something sometimes son song sons soon sorry sound sour south space speak speech speed
  spell spend spicy spoil spoiled spoils spoke spoon spot spread spring square stale stall stand
  star start state states station stay steam steel step stick still stock stone stood stop
  storage store stored stores story stove straight strange stream street stretch string strong
  student study subject substance subtract success such sudden suffix suggest suit summer sun
  sunday sunny supply support sure surface surprise sweet swim syllable symbol system table tail
  take talk tall taste tastes tasty team teeth temperature ten term test text texts than thank
  thanks thanksgiving that the their them then there these they thick thin thing think third
  this those though thought three through thursday thus tie time tiny tire to today told
  tomorrow tone tonight too took tool top total touch toward town track trade train travel tree
  triangle trip trouble truck true try tube tuesday turn two type uncle under understand unit
  united until up upon us use used usual usually vague valley value vary vegas verb very video
  view village visit voice vowel wait walk wall want war warm was wash watch water wave way we
  weak wear weather web wedding wednesday week weeks weight well went were west wet what whats
  wheel when where which while white who whole whom whose why wide wife wild will win wind
  window wing winter wire wise wish with woman wonder wood word work world worse worst would
  write wrong wrote yard yeah year years yellow yes yesterday yet you young your`.split(/\s+/)

describe('a common word is never taken for a food', () => {
  test('by the spelling of what is sold', () => {
    expect(WORDS.flatMap((word) => (correctSpelling(word, NAMES) ? [word] : []))).toEqual([])
  })

  test('or for an allergen, listed or of a product’s record', () => {
    const afraid = (word: string) => allergenQuestion(`no peanuts, ${word} is ok`, new Set(FOODS))
    expect(WORDS.filter((word) => allergenTerm(word) !== null)).toEqual([])
    expect(WORDS.filter((word) => afraid(word)?.allergens.length !== 1)).toEqual([])
  })

  test('while a misspelled one is', () => {
    expect(correctSpelling('chese', NAMES)).toBe('cheese')
    expect(allergenTerm('peenuts')).toBe('peanut')
  })
})
