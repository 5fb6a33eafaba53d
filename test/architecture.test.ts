import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options'
import { describe, expect, test } from 'vitest'
import { allowedGrowthByAction } from '../bin/bench/measure/growing-actions.ts'
import { apiDomains } from '#contract/api-domains'
import { createTableEntities } from '#data/entities'
import { entityServiceNames } from '#data/key-prefixes'
import { listFormNames } from './support/form-names.ts'
import { domainLambdaVariables, lambdaSchedules, nonApiLambdaVariables, userPoolTriggers } from '#platform/lambdas'

const layers = ['contract', 'data', 'platform']
/** The outbox is processed by stream and schedule, without endpoints. */
const withoutEndpoints = ['changes', 'mail', 'recovery']
const featuresWithoutEndpoints = ['landing', 'legal']
const featuresWithinDomains = ['budgets']

const functionFiles = globSync('functions/**/*.ts')
const foldersWithCode = (pattern: string) =>
  [...new Set(globSync(pattern).map((file) => basename(dirname(file))))].toSorted()

const linesWith = (pattern: RegExp, files = functionFiles) =>
  files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
  )

describe('imports', () => {
  test('go the way that .dependency-cruiser.cjs says, and every file is seen', async () => {
    const { summary, modules } = await cruised()

    expect(summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)).toEqual([])
    const seen = modules.map(({ source }) => source)
    expect(functionFiles.filter((file) => !seen.includes(file))).toEqual([])
  }, 60_000)

  test('are held by a rule for each direction', async () => {
    const { ruleSet } = await extractOptions('./.dependency-cruiser.cjs')

    expect(ruleSet?.forbidden?.map(({ name, severity }) => `${severity} ${name}`)).toEqual([
      'error contract-is-the-floor',
      'error zod-is-zod-mini',
      'error data-stands-on-the-contract',
      'error platform-stands-on-data',
      'error domains-are-strangers-but-for-what-they-make-public',
      'error what-is-public-stands-on-what-is-public',
      'error functions-know-no-other-layer',
      'error cloud-knows-the-promises-and-the-list-of-lambdas',
      'error browser-sees-only-the-contract',
      'error features-are-strangers',
      'error content-is-texts',
      'error building-blocks-know-no-feature',
      'error features-know-nothing-above-them',
      'error components-of-libraries-stand-behind-ui',
      'error only-the-api-folder-knows-amplify',
      'error nobody-imports-tests',
      'error no-cycles',
      'error everything-resolves',
      'error nothing-undeclared',
      'error no-orphans',
    ])
  })
})

test('each function that is no domain runs within what it has declared of the table, by its own name', () => {
  const handlers = globSync('functions/*/*.handler.ts')

  expect(handlers).toHaveLength(Object.keys(nonApiLambdaVariables).length)
  for (const file of handlers) {
    const name = basename(file, '.handler.ts')
    expect(readFileSync(file, 'utf8'), file).toMatch(
      new RegExp(`(?:withTableAccess|serveEvent|serveSchedule)\\(\\s*tableAccess(\\.${name}|\\['${name}'\\])`),
    )
  }
})

test('each function that runs by the clock is counted by its own name', () => {
  for (const name of Object.keys(lambdaSchedules)) {
    const [code] = readFileSync(`functions/${name}.handler.ts`, 'utf8').split('export const handler')
    expect(code).toMatch(new RegExp(`serveSchedule\\(\\s*tableAccess\\['[\\w-]+'\\],\\s*'${name}',`))
  }
})

describe('one word per domain', () => {
  test('the folders of functions/ are the layers, the domains, the outbox and what follows the table', () => {
    expect(foldersWithCode('functions/*/*.ts')).toEqual([...layers, ...apiDomains, ...withoutEndpoints].toSorted())
  })

  test.each(apiDomains)('%s has a contract, a handler and an environment', (domain) => {
    expect(existsSync(`functions/contract/${domain}.ts`)).toBe(true)
    expect(existsSync(`functions/${domain}/handler.ts`)).toBe(true)
    expect(domainLambdaVariables).toHaveProperty(domain)
  })

  test('the features of the browser are domains, or pages that ask nothing', () => {
    const strange = foldersWithCode('frontend/src/features/*/*.{ts,tsx}').filter(
      (feature) => ![...apiDomains, ...featuresWithoutEndpoints, ...featuresWithinDomains].includes(feature),
    )

    expect(strange).toEqual([])
  })

  test('the folders of the tests are those of what they test', () => {
    const strange = foldersWithCode('test/functions/*/*.test.ts').filter(
      (folder) => ![...layers, ...apiDomains, ...withoutEndpoints].includes(folder),
    )

    expect(strange).toEqual([])
  })
})

describe('Lambdas', () => {
  const triggers = globSync('functions/*/*.handler.ts').map((file) =>
    file.slice('functions/'.length, -'.handler.ts'.length),
  )

  test('with a trigger of their own are the ones that lambdas.ts lists', () => {
    expect(triggers.toSorted()).toEqual(Object.keys(nonApiLambdaVariables).toSorted())
  })

  test('that the user pool or the clock calls are among them', () => {
    const called = [...Object.values(userPoolTriggers), ...Object.keys(lambdaSchedules)]

    expect(called.filter((name) => !Object.hasOwn(nonApiLambdaVariables, name))).toEqual([])
  })

  test.each([...triggers.map((name) => `${name}.handler`), ...apiDomains.map((domain) => `${domain}/handler`)])(
    '%s can be opened with services of its own, by tests and by the local product',
    (name) => {
      const source = readFileSync(`functions/${name}.ts`, 'utf8')

      for (const exported of ['createLambdaServices', 'createLambdaHandler', 'handler'])
        expect(source).toContain(`export const ${exported} =`)
    },
  )
})

describe('the code of the server', () => {
  test('waits for no service without a limit: clients are opened in one place, and what is none has a limit of its own', () => {
    expect(linesWith(/new \w+Client\(|\bfetch\(/).map((line) => line.replace(/:.*/, ''))).toEqual([
      // By `getCallLimit`.
      'functions/platform/queue-sender.ts',
      'functions/platform/stripe-access.ts',
    ])
  })

  test('never reads the whole table', () => {
    expect(linesWith(/\.scan\b|ScanCommand/)).toEqual([])
  })

  test('asks for a range by both of its ends, so that it reads no other kind of item', () => {
    expect(linesWith(/\.(lt|lte|gt|gte)\(\{/)).toEqual([])
  })

  test('asks its services for the time', () => {
    const asked = linesWith(/Date\.now\(\)|new Date\(\)/).filter(
      (line) => !/(now|wallClock): \(\) => new Date\(\)/.test(line),
    )

    expect(asked).toEqual([])
  })

  test('asks its services for ids', () => {
    expect(linesWith(/randomUUID|nanoid/).filter((line) => !line.includes('newId:'))).toEqual([])
  })

  test('makes secrets where passwords, recovery codes, keys of replacements, tokens of sign-ups, invitations, mailed links, the agenda’s feed and keys of the log’s copy are made, and nowhere else', () => {
    const files = linesWith(/randomBytes|randomInt|Math\.random/).map((line) => line.split(':')[0])

    // Random delays before retries, the item that counts and the mark of a write need no secure randomness.
    expect(new Set(files)).toEqual(
      new Set([
        'functions/account/google-link.ts',
        'functions/account/public/trusted-places.ts',
        'functions/account/sign-up.ts',
        'functions/consultations/agenda-feed.ts',
        'functions/data/practice-counter.ts',
        'functions/data/read-whole-batches.ts',
        'functions/data/recognise-own-writes.ts',
        'functions/data/repeat-conflicting-writes.ts',
        'functions/data/transact.ts',
        'functions/mfa/recovery-codes.ts',
        'functions/mfa/enrol.ts',
        'functions/platform/create-cognito-user.ts',
        'functions/platform/one-time-link.ts',
        'functions/security/audit-keys.ts',
      ]),
    )
  })

  test('reads its environment in one place, and the limit of its own time in the one that data may import', () => {
    const files = linesWith(/process\.env/).map((line) => line.replace(/:.*/, ''))

    expect([...new Set(files)].toSorted()).toEqual([
      'functions/data/service-clients.ts',
      'functions/platform/environment.ts',
    ])
  })

  test('does not know where it runs', () => {
    expect(linesWith(/localhost|127\.0\.0\.1|isLocal|NODE_ENV|AWS_ENDPOINT/)).toEqual([])
  })

  test('builds entities in functions/data and nowhere else', () => {
    const built = linesWith(/new Entity\(|DocumentClient|(Put|Update|Delete|Get)(Item)?Command\(/)
    const ofTheTable = built.filter((line) => !/(Get|Put)ObjectCommand/.test(line))

    expect(ofTheTable.filter((line) => !line.startsWith('functions/data/'))).toEqual([])
  })

  test('DATA-08 A-53 writes to the audit log by one function, which gives it to the transaction of the change', () => {
    const writing = functionFiles.filter((file) =>
      /auditEntries\s*\.(create|put|upsert|update|patch|delete|remove)\(/.test(readFileSync(file, 'utf8')),
    )

    expect(writing).toEqual(['functions/platform/audit.ts'])
  })
})

test('no decision reads the text of a message, but for what Cognito and SES tell in no other way', () => {
  const read =
    /\.message\.(includes|startsWith|endsWith|match|search|indexOf)|\.message (===|!==)|\.(test|exec)\((\w+\.)?message\)/
  const files = globSync('{functions,frontend/src,bin,lib}/**/*.{ts,tsx,mjs}')

  const readers = linesWith(read, files).map((line) => line.split(':')[0])

  expect(new Set(readers)).toEqual(
    new Set([
      'frontend/src/api/cognito-messages.ts',
      'functions/mail/refuser.ts',
      'functions/platform/cognito-errors.ts',
    ]),
  )
})

describe('days and years', () => {
  const helper = 'functions/contract/calendar-days.ts'
  const files = globSync('{functions,frontend/src,bin,lib}/**/*.{ts,tsx,mjs}').filter((file) => file !== helper)

  test('are never cut out of an instant, which is written in UTC, nor counted elsewhere than in one module', () => {
    const ofUtc = /toISOString\(\)\.(slice|substring|substr|split)|(At|instant|now)\.slice\(0, ?(4|7|10)\)/
    const byParts = /\.[gs]et(UTC)?(FullYear|Month|Date|Day|Hours)\(|toLocale(Date|Time)?String|toDateString/

    expect(linesWith(ofUtc, files)).toEqual([])
    expect(linesWith(byParts, files)).toEqual([])
  })

  test('and times of the clock become instants, and instants those, in that module alone', () => {
    expect(linesWith(/\bTZDate\b|'sv-SE'/, files)).toEqual([])
  })

  test('are written for the zone of the practice, whatever clock the machine has', () => {
    const formats = files.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/Intl\.DateTimeFormat\([^)]*\)/g)].map(([made]) => `${file}: ${made}`),
    )

    expect(formats.length).toBeGreaterThan(5)
    // Readers abroad see their own time zone beside the practice's.
    const ofReadersAbroad = ['frontend/src/ui/viewer-time.ts', 'functions/contract/time-zones.ts']
    const isOfReaderAbroad = (made: string) => ofReadersAbroad.some((file) => made.startsWith(file))
    expect(formats.filter((made) => !isOfReaderAbroad(made) && !/timeZone: PRACTICE_TIME_ZONE\b/.test(made))).toEqual(
      [],
    )
  })
})

const browserSources = globSync('frontend/src/**/*.{ts,tsx}')
const filesWith = (pattern: RegExp) => [
  ...new Set(linesWith(pattern, browserSources).map((line) => line.replace(/:\d+ .*/, ''))),
]

test("the browser's storage, which may be refused, is looked at in one place", () => {
  expect(filesWith(/\b(window|globalThis)\.(local|session)Storage\b/)).toEqual(['frontend/src/api/browser-storage.ts'])
})

describe('the forms of the browser', () => {
  test('are made by one component, which knows what is typed and not saved', () => {
    // The close button of a dialog that works without script is a form without fields.
    expect(filesWith(/<form\b/)).toEqual(['frontend/src/ui/form.tsx', 'frontend/src/ui/prerendered-dialog.tsx'])
  })

  test('get their fields from one hook, which keeps what is typed', () => {
    expect(filesWith(/\buseForm\b|\buseFormContext\b/)).toEqual(['frontend/src/ui/use-draft-form.ts'])
  })

  test('are left by one button, which asks where something would be lost', () => {
    const withForm = browserSources.filter((file) => /<Form\b/.test(readFileSync(file, 'utf8')))

    expect(withForm).not.toEqual([])
    expect(linesWith(/^\s*Cancelar\s*$/, withForm)).toEqual([])
  })

  test('have a name each, by which the journey knows them', () => {
    const names = listFormNames()

    expect(names.length).toBeGreaterThan(20)
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })
})

test('mails lead to parts of the panel that there are', () => {
  const tabs = [...readFileSync('frontend/src/app/client-page.tsx', 'utf8').matchAll(/\{ id: '(\w+)', text:/g)]
  const named = linesWith(/panel\('|client\?tab=\w/, globSync('functions/**/*.ts')).flatMap((line) => [
    ...line.matchAll(/panel\('[^']+', '(\w+)'\)|client\?tab=(\w+)/g),
  ])

  expect(tabs.length).toBeGreaterThan(4)
  expect(named.length).toBeGreaterThan(3)
  const known = tabs.map(([, id]) => id)
  expect(named.map(([, one, other]) => one ?? other).filter((tab) => !known.includes(tab))).toEqual([])
})

async function cruised(): Promise<ICruiseResult> {
  const options = await extractOptions('./.dependency-cruiser.cjs')
  const { output } = await cruise(['bin', 'lib', 'functions', 'frontend'], { ...options, validate: true })
  return output as ICruiseResult
}

test('the picture of the data names the beginning of the keys of every service, and no other', () => {
  const text = readFileSync('docs/architecture.md', 'utf8')
  const named = [...text.matchAll(/`\$(\w+)`/g)].map(([, service]) => service ?? '')

  expect(new Set(named)).toEqual(new Set(entityServiceNames))
})

test('the access patterns name kinds of item that there are, and leave none out', () => {
  const kinds = Object.keys(createTableEntities({ table: 'none' }))
  const patterns = readFileSync('functions/data/README.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && line.includes('`'))
    .join('\n')
  const named = [...patterns.matchAll(/`([a-z][A-Za-z]+)(?:\.[A-Za-z]+)?`/g)].map(([, kind]) => kind ?? '')

  expect(named.filter((kind) => /s$|ies$/.test(kind) && !kinds.includes(kind))).toEqual([])
  expect(kinds.filter((kind) => !named.includes(kind))).toEqual([])
})

const idsIn = (text: string) => [...text.matchAll(/\b[A-Z]{1,4}-\d{2}\b/g)].map(([id]) => id)

describe('the requirements', () => {
  // Look like ids but are an encoding and a document's code.
  const others = ['UTF-16', 'CD-23']
  const page = readFileSync('docs/requirements.md', 'utf8')
  const lines = [...page.matchAll(/^- \*\*([A-Z]+-\d+)\*\*(.*)$/gm)].map(([, id = '', text = '']) => ({ id, text }))
  const explained = lines.map(({ id }) => id)

  test('explain every id that a test cites, once, and none that no test cites', () => {
    const cited = new Set(globSync('test/**/*.{ts,tsx}').flatMap((file) => idsIn(readFileSync(file, 'utf8'))))
    for (const other of [...others, ...idsIn(others.join())]) cited.delete(other)

    expect(explained.toSorted()).toEqual([...cited].toSorted())
  })

  test('say of each what it demands, under the heading of its group', () => {
    expect(lines.filter(({ text }) => !/^ .{15,}$/.test(text))).toEqual([])
    const groups = page.split(/^## /m).slice(1)
    const strange = groups.flatMap((group) => idsIn(group).filter((id) => !id.startsWith(`${group.split('\n')[0]}-`)))

    expect(strange.filter((id) => !explained.includes(id))).toEqual([])
    for (const { id } of lines)
      expect(groups.some((group) => group.startsWith(`${id.split('-')[0]}\n`) && group.includes(`**${id}**`))).toBe(
        true,
      )
  })
})

test('the page about performance names what may cost more in a larger practice, and how much, as the bench has it', () => {
  const [, table = ''] = read('docs/performance.md').split(/^\| what grows .*\n\|[-|]+\n/m)
  const rows = table.slice(0, table.indexOf('\n\n')).split('\n')

  const named = rows.flatMap((row) => {
    const [, actions = '', maxGrowth] = row.split('|')
    return [...actions.matchAll(/`([^`]+)`/g)].map(([, action = '']) => [action, Number(maxGrowth)] as const)
  })

  const allowed = Object.entries(allowedGrowthByAction).map(([action, { maxGrowth }]) => [action, maxGrowth])
  expect(named).toHaveLength(allowed.length)
  expect(Object.fromEntries(named)).toEqual(Object.fromEntries(allowed))
})

describe('the workflows', () => {
  const workflows = globSync('.github/workflows/*.yml').map((file) => ({ file, text: readFileSync(file, 'utf8') }))

  test('use actions by the commit of a release, with its version beside it', () => {
    const used = workflows.flatMap(({ text }) => [...text.matchAll(/uses: (.+)$/gm)].map(([, action = '']) => action))
    const loose = used.filter((action) => !/^(\.\/.+|[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$/.test(action))

    expect(used.length).toBeGreaterThan(5)
    expect(loose).toEqual([])
  })

  test('may read the sources and nothing else, unless a job says so', () => {
    for (const { text } of workflows) expect(text).toMatch(/^permissions:\n {2}contents: read$/m)
    expect(workflows.filter(({ text }) => /: write-all|(?<!id-token): write/.test(text))).toEqual([])
  })

  test('run on the Node that the project pins', () => {
    const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      devDependencies: { node: string }
    }

    const steps = workflows.flatMap(({ file, text }) =>
      text
        .split(/^ +- /m)
        .filter((step) => step.includes('uses: actions/setup-node@'))
        .map((step) => ({ file, version: [...step.matchAll(/^ +(node-version.*)$/gm)].map(([, given]) => given) })),
    )

    expect(readFileSync('.nvmrc', 'utf8').trim()).toBe(devDependencies.node)
    expect(steps.length).toBeGreaterThan(4)
    expect(steps.filter(({ version }) => version.join() !== 'node-version-file: .nvmrc')).toEqual([])
  })
})

const read = (file: string) => readFileSync(file, 'utf8')

test('who reviews what is said of files and folders that there are', () => {
  const paths = [...read('.github/CODEOWNERS').matchAll(/^\/(\S+)/gm)].map(([, path = '']) => path)

  expect(paths.length).toBeGreaterThan(10)
  expect(paths.filter((path) => !existsSync(path))).toEqual([])
})

describe('the documents', () => {
  const pages = globSync(['*.md', 'docs/**/*.md', 'functions/**/*.md', 'frontend/*.md', 'bin/**/*.md'])
  const files = globSync(['*', '.github/**/*', '{bin,docs,frontend,functions,lib,test}/**/*'])
  const comments = files
    .filter((file) => /\.(ts|tsx|mjs|css)$/.test(file))
    .map((page) => ({ page, text: [...read(page).matchAll(/\/\*[^]*?\*\/|\/\/.*/g)].join('\n') }))
  const texts = [...pages.map((page) => ({ page, text: read(page) })), ...comments]

  test('lead to files that there are', () => {
    const links = pages.flatMap((page) =>
      [...read(page).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, to = '']) => ({ page, to })),
    )

    expect(links.length).toBeGreaterThan(30)
    expect(links.filter(({ page, to }) => !existsSync(join(dirname(page), to)))).toEqual([])
  })

  test('name only files that there are, as the comments of the code do', () => {
    const there = new Set(files.flatMap((file) => file.split('/').map((_, at, parts) => parts.slice(at).join('/'))))

    const named = texts.flatMap(({ page, text }) =>
      [...text.matchAll(/(?<![\w/.>*}-])[\w@][\w@./-]*\.(?:tsx?|mjs|css|md)\b/g)].map(([file]) => ({ page, file })),
    )

    const isThere = (page: string, file: string) => there.has(file) || existsSync(join(dirname(page), file))
    expect(named.length).toBeGreaterThan(300)
    expect(named.filter(({ page, file }) => !isThere(page, file) && !file.startsWith('NNNN'))).toEqual([])
  })

  test('begin what is written in TypeScript with the Node of the project, as another one may not read it', () => {
    const programs = texts.flatMap(({ page, text }) =>
      [...text.matchAll(/(npx )?\bnode\s+(?:--\S+\s+)*bin\/[\w/-]+\.ts/g)].map(([command, npx]) => ({
        page,
        command,
        npx,
      })),
    )

    expect(programs.length).toBeGreaterThan(15)
    expect(programs.filter(({ npx }) => !npx)).toEqual([])
  })

  test('number each decision, date it, and say context, alternatives and consequences', () => {
    const decisions = globSync('docs/decisions/*.md').filter((file) => !file.endsWith('README.md'))
    const index = read('docs/decisions/README.md')
    const numbers = decisions.map((file) => basename(file).slice(0, 4))

    expect(numbers.toSorted()).toEqual(numbers.map((_, at) => String(at + 1).padStart(4, '0')))
    for (const file of decisions) {
      const [, number, title, date, status] =
        /^# (\d{4})\. (.+)\n\n- Date: (\d{4}-\d\d-\d\d)\n- Status: (.+)\n/.exec(read(file)) ?? []
      expect(basename(file).slice(0, 4)).toBe(number)
      expect(status).toMatch(/^(proposed|accepted(, amended \d{4}-\d\d-\d\d)?|superseded by \d{4})$/)
      expect(index).toContain(`| ${number} | [${title}](${basename(file)}) | ${date} | ${status} |\n`)
      const headings = [...read(file).matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
      expect(headings).toEqual(['Context', 'Decision', 'Alternatives', 'Consequences'])
    }
  })
})
