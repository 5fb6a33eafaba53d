import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { startLocalProduct } from '../../../bin/local/product.ts'
import { findFreePort } from '../../support/free-port.ts'
import { setProductSite } from '../../support/product-site.ts'
import { copyTemplate, getSynthesisedTemplate } from '../../support/synthesised-template.ts'

interface Resource {
  readonly Type: string
  // oxlint-disable-next-line typescript/no-explicit-any -- CloudFormation's own shape, different for every type
  readonly Properties: any
}

interface Statement {
  readonly Action?: readonly string[]
  readonly NotResource?: readonly unknown[]
}

const mentions = (value: unknown, words: string): boolean => JSON.stringify(value).includes(words)

/** Changes resources of a type; `words` occur in their properties, `id` in their logical id. */
function openEdit(resources: Record<string, Resource>) {
  const ofType = (type: string) => Object.entries(resources).filter(([, { Type }]) => Type === type)
  return {
    remove: (type: string, words: string): void => {
      for (const [id, { Properties }] of ofType(type)) if (mentions(Properties, words)) delete resources[id]
    },
    removeFromStatements: (type: string, id: string, element: keyof Statement, words: string): void => {
      for (const [name, { Properties }] of ofType(type)) {
        if (!name.includes(id)) continue
        const { PolicyDocument } = Properties
        for (const statement of PolicyDocument.Statement) {
          if (!statement[element]) continue
          statement[element] = [statement[element]].flat().filter((each) => !mentions(each, words))
        }
        PolicyDocument.Statement = PolicyDocument.Statement.filter((each: Statement) => each[element]?.length !== 0)
      }
    },
    setDeliveries: (count: number): void => {
      for (const [, { Properties }] of ofType('AWS::SQS::Queue')) {
        if (Properties.RedrivePolicy) Properties.RedrivePolicy.maxReceiveCount = count
      }
    },
    /** Calls of the path get another origin request policy than the rest of the API; by default none. */
    forwardApart: (path: string, policy?: object): void => {
      for (const [id, { Properties }] of ofType('AWS::CloudFront::Distribution')) {
        const { CacheBehaviors } = Properties.DistributionConfig
        const { OriginRequestPolicyId: _, ...api } = CacheBehaviors.at(-1)
        const ofPath = `${id}${CacheBehaviors.length}`
        if (policy) {
          const OriginRequestPolicyConfig = { Name: ofPath, ...policy }
          resources[ofPath] = {
            Type: 'AWS::CloudFront::OriginRequestPolicy',
            Properties: { OriginRequestPolicyConfig },
          }
        }
        const OriginRequestPolicyId = policy && { Ref: ofPath }
        CacheBehaviors.unshift({ ...api, PathPattern: path, ...(policy && { OriginRequestPolicyId }) })
      }
    },
    removeTrigger: (name: string): void => {
      for (const [, { Properties }] of ofType('AWS::Cognito::UserPool')) delete Properties.LambdaConfig[name]
    },
  }
}
export type TemplateEdit = ReturnType<typeof openEdit>

export const startDamagedProduct = (damage: (edit: TemplateEdit) => void) =>
  startChangedProduct((template) => editTemplate(template, damage))

export function editTemplate(template: string, change: (edit: TemplateEdit) => void): void {
  for (const name of readdirSync(template).filter((file) => file.endsWith('.template.json'))) {
    const file = join(template, name)
    const read = JSON.parse(readFileSync(file, 'utf8')) as { readonly Resources: Record<string, Resource> }
    change(openEdit(read.Resources))
    writeFileSync(file, JSON.stringify(read))
  }
}

/**
 * `changed`: the result of `change`; `logged`: lines of its log with these words; `denied`: calls denied by its
 * policies.
 */
export async function startChangedProduct<T>(change: (template: string) => T) {
  const lines: string[] = []
  vi.spyOn(console, 'error').mockImplementation((...words: unknown[]) => void lines.push(words.map(String).join(' ')))
  const folder = mkdtempSync(join(tmpdir(), 'habitat-damaged-'))
  const template = copyTemplate(await getSynthesisedTemplate(), join(folder, 'template'))
  const changed = change(template)
  const port = await findFreePort()
  const directory = join(folder, 'data')
  const product = await startLocalProduct({ port, root: process.cwd(), directory, template, passing: true })
  setProductSite(product.site, { isShared: false })
  const logged = (words: string) => lines.filter((line) => line.includes(words))
  return {
    changed,
    site: product.site,
    metrics: product.metrics,
    logged,
    denied: (action: string) => logged('access denied').filter((line) => line.includes(action)),
    close: async () => {
      await product.close()
      rmSync(folder, { recursive: true })
    },
  }
}
