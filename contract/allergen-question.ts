import { type Allergen, allergensOf, allergenTerm } from './allergens.ts'
import { correctSpelling } from './correct-spelling.ts'
import { fold, stemOf } from './word-forms.ts'

export type AllergenQuestion = {
  allergens: readonly Allergen[]
  /** Nothing was said but what to avoid, as one types into a search box: `gluten free`. */
  isBare: boolean
}

const IT = '@'

const ALWAYS =
  /\b(?:allerg\w*|intoleran\w*|anaphyla\w*|epipens?|c(?:o)?eliacs?|gluten|lactose|vegans?|vegetarians?)\b/

/** Words that make a question about allergens of any line that names one. */
const JOINING =
  /\b(?:contain\w*|avoid\w*|traces?|sans|minus|contaminat\w*|cross|facility|equipment|sensitiv\w*|react(?:s|ions?|ed|ing)?|friendly|suitable|tolerat\w*|digest\w*|exclud\w*|lack\w*|safe|safely|unsafe|danger\w*|hives|rash|itchy?|swell\w*|sick|ill)\b/

const NOT = `(?:without|no|non|not|zero|never|nothing|none|neither|nor|cannot|unable|(?:is|are|do|does|did|ca|wo|should|could|would|must|has|have|ai)nt)`
const BETWEEN = `(?:any|a|an|have|has|had|having|eat|eats|eating|drink|consume|contain|with|use|using|made|from|of|in|include|includes|want|like|need|do|does|got|take|handle|stomach|put|add|added|tree|raw|some|real|to|be|being|allowed|able|supposed|even|touch|come|near)`
const PLACES = `(?:stock|season|town|bulk|time|my|advance|hot|here|there|yet|now|winter|summer|spring|fall|autumn|edgemont|custer|(?:the|your|a|this|our) (?:shop|store|market|stall|stand|fridge|freezer|refrigerator|cart|order|morning|evening|afternoon|carton|box|dozen|half|bag|pack|winter|summer|spring|fall|pan|oven|pantry|picture|photo))`

/** Ways to join an allergen with the wish not to meet it, read on a line where `@` stands for it and ` |` where a part ends. */
const JOINED: readonly RegExp[] = [
  new RegExp(
    `${IT} (?:(?:and|or) \\w+ )?(?:free|fre|less)\\b(?! (?:range|ranging|rang\\w*|roam\\w*|run|pickup|delivery|shipping|samples?))`,
  ),
  new RegExp(`\\bfree (?:of|from) (?:any |all |the |both )*(?:\\w+ (?:and|or|\\|) )*${IT}`),
  new RegExp(
    `${IT} (?:is |are )?(?:also |used |present |hidden )?in (?:it|them|this|that|those|these|there)\\b(?! (?:shop|store|market|season))`,
  ),
  new RegExp(
    `\\b(?:any|some|is|are|there|has|have|with|much|put|use|does|got|find|there's|theres) (?:\\w+ ){0,2}${IT} (?:is |are )?(?:also |used |present |hidden )?in (?!${PLACES}\\b)\\w`,
  ),
  new RegExp(`(?<!\\bwho )\\bhas (?!the |my |your |our )(?:\\w+ ){0,2}${IT}`),
  new RegExp(
    `\\b(?!(?:you|u|ya|yall|we|i|guys|to|can|could|may|will|would|should|do|did|shall|must|please|ever|still|and|dont|didnt|havent|not) )\\w+ have (?:any |some |a |tree |raw |added )*${IT}`,
  ),
  new RegExp(`\\binclud\\w+ (?:any |some )?${IT}`),
  new RegExp(
    `\\b(?:made|make|makes|baked|bake|cooked|fried|processed|prepared|mixed|coated|topped|sprinkled) (?:it |them )?(?:with|of|from|using|alongside|near|next to|on) (?:\\w+ ){0,2}${IT}`,
  ),
  new RegExp(`\\b(?:you|they|it|ya|u|farmer) uses? (?:any |some )?${IT}`),
  new RegExp(
    `\\b(?:anything|something|everything|stuff|things?|products?|items?|ones?|(?:what|which)(?! go)(?: \\w+){0,3})(?: else)? with (?:any |some )?${IT}`,
  ),
  new RegExp(`\\b(?:problems?|issues?|troubles?|difficult\\w*) (?:with|eating|digesting) ${IT}`),
  new RegExp(`${IT} (?:problems?|issues?|troubles?|sensitivit\\w*)\\b`),
  new RegExp(`${IT} (?:is |are |as )?(?:an? |one of the )?(?:ingredients?|used)\\b`),
  new RegExp(
    `\\b(?:away from|clear of|(?:im|am|is|are|shes|hes|was) off|cut(?:ting)? out|g[ai]ve up|giving up|quit|skip|hold the|leave out|remove) (?:the |all )*${IT}`,
  ),
  new RegExp(`\\beat (?:[^ @]+ ){0,8}if (?:[^ @]+ ){0,8}${IT}`),
  new RegExp(`${IT} (?:makes?|made) (?:me|him|her|them|my \\w+) `),
]

const WITHOUT = new RegExp(`\\b${NOT} (?:${BETWEEN} ){0,5}(?:\\w+ (?:and|or) )?${IT}`)

const NOW = `(?:left|today|available|in stock|any ?more|yet|this week|now|more|again|at (?:the )?market|on saturday|tomorrow)`

const IS_OUT = new RegExp(
  `^(?:(?:so|oh|why|again) )*(?:(?:is|are) there |there (?:is|are) |theres )?(?:no|not any) ${IT} ${NOW}\\b|\\b(?:you|u|ya|we) (?:do not|dont|did not|didnt|have not|havent|have no|got no) (?:have |got |sell |carry )?(?:any )?${IT}(?: ${NOW})?$|^(?:why )?(?:dont|havent|do) (?:you|u|ya) (?:not )?(?:have|got|sell|carry)? ?(?:any )?${IT}(?: ${NOW})?$`,
)

const CORRECTED =
  `allergy allergies allergic allergen allergens contain contains containing contained without intolerant intolerance
  celiac coeliac sensitive sensitivity avoid avoids avoiding traces gluten lactose vegan vegetarian`.split(
    /\s+/,
  )

const BARE = new Set(
  `${IT} | free fre from of less no non not without zero any and or please product products food foods stuff only all vegan vegetarian`.split(
    ' ',
  ),
)

/**
 * What a text fears to eat, null where it joins no allergen with allergies, being free of it, doing without or containing it.
 * `recorded`: more words that are allergens here, from what is written down about the products.
 */
export function allergenQuestion(
  text: string,
  recorded: ReadonlySet<string> = new Set(),
): AllergenQuestion | null {
  const parts = partsOf(text).map((term) => readTerm(term, recorded))
  const line = merged(parts.map(({ mark }) => mark).join(' '))
  const isJoined = line.includes(IT) && [JOINING, ...JOINED].some((way) => way.test(line))
  const isWithout = WITHOUT.test(line) && !IS_OUT.test(line)
  const spoken = parts.map(({ text }) => text).join(' ')
  if (!isJoined && !isWithout && !ALWAYS.test(spoken)) return null
  return {
    allergens: [
      ...new Map(
        parts.flatMap(({ allergens }) => allergens).map((one) => [one.name, one]),
      ).values(),
    ],
    isBare: line.includes(IT) && line.split(' ').every((term) => BARE.has(term)),
  }
}

type QuestionTerm = { text: string; mark: string; allergens: readonly Allergen[] }

function readTerm(typed: string, recorded: ReadonlySet<string>): QuestionTerm {
  const text = CORRECTED.includes(typed) ? typed : (correctSpelling(typed, CORRECTED) ?? typed)
  const known = allergensOf(text)
  const own = known.length === 0 ? recordedTerm(stemOf(typed), recorded) : null
  const allergens = own === null ? known : [{ name: own, terms: [own], written: [own] }]
  return { text, mark: allergens.length > 0 ? IT : text, allergens }
}

function recordedTerm(stem: string, recorded: ReadonlySet<string>): string | null {
  return recorded.has(stem) ? stem : correctSpelling(stem, recorded)
}

/** The words of a text in small letters, `|` where a part of it ends; `nut-free`, `nutfree` and `nondairy` are two words. */
function partsOf(text: string): string[] {
  const plain = fold(text)
    .replace(/\bw\/o\b/g, ' without ')
    .replace(/\bw\/\s*/g, ' with ')
    .replace(/\bwith out\b/g, ' without ')
    .replace(/\bcan not\b/g, ' cannot ')
    .replace(/(?<=\p{L})'(?=\p{L})/gu, '')
  return (plain.match(/[\p{L}\p{N}]+|[.,;:!?]/gu) ?? []).flatMap((piece) => {
    if (/^[.,;:!?]$/.test(piece)) return ['|']
    const [, before = '', term = '', after = ''] = /^(non)?(.*?)(free|less)?$/.exec(piece) ?? []
    return term && (before || after) && allergenTerm(term)
      ? [before, term, after].filter(Boolean)
      : [piece]
  })
}

function merged(line: string): string {
  const single = line
    .replace(
      new RegExp(
        `(?:tree |whole |raw )?${IT}(?: (?:seeds?|oil|flour|powder|protein|products?|based|butter))+\\b`,
        'g',
      ),
      IT,
    )
    .replace(new RegExp(`tree ${IT}`, 'g'), IT)
    .replace(new RegExp(`${IT}(?: (?:\\||and|or|nor|plus|also|either))* (?=${IT})`, 'g'), '')
  let end = single.length
  while (single.endsWith(' |', end)) end -= 2
  return single.slice(0, end)
}
