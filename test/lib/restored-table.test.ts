import { describe, expect, test } from 'vitest'
import { getStageTemplate, findTemplateResources, fullyConfiguredStage, getOnlyResource } from './synthesised.ts'

const name = 'HabitatInterior-prod-Table-at-20261123T090000Z'
const streamLabel = '2026-11-23T10:30:00.000'
const own = getStageTemplate(fullyConfiguredStage, 'prod')
const restored = getStageTemplate({ ...fullyConfiguredStage, restoredTable: { name, streamLabel } }, 'prod')

const toText = (value: unknown): string => JSON.stringify(value)
const count = (text: string, part: string): number => text.split(part).length - 1
const tableId = 'DataTableFDBAD0F2'

describe('a stage that names a restored table', () => {
  test('has no table of its own any more: CloudFormation lets go of the old one and keeps it', () => {
    expect(findTemplateResources(restored, 'AWS::DynamoDB::GlobalTable')).toEqual({})
    expect(toText(restored.toJSON())).not.toContain(tableId)
    expect(getOnlyResource(own, 'AWS::DynamoDB::GlobalTable').UpdateReplacePolicy).toBe('Retain')
  })

  test('gives its name to every function that had the name of the old one', () => {
    const tableOf = (stage: typeof own) =>
      Object.entries(findTemplateResources(stage, 'AWS::Lambda::Function'))
        .filter(([, { Properties }]) => Properties.Environment?.Variables?.TABLE_NAME)
        .map(([id, { Properties }]) => [id, Properties.Environment.Variables.TABLE_NAME])

    expect(tableOf(own).length).toBeGreaterThan(30)
    expect(tableOf(restored)).toEqual(tableOf(own).map(([id]) => [id, name]))
    expect(restored.toJSON()['Outputs'].TableName.Value).toBe(name)
  })

  test('reads the stream that the restored table has', () => {
    const streams = Object.values(findTemplateResources(restored, 'AWS::Lambda::EventSourceMapping'))
      .map(({ Properties }) => toText(Properties.EventSourceArn))
      .filter((arn) => arn.includes(':dynamodb:'))

    expect(streams.length).toBeGreaterThan(0)
    for (const arn of streams) expect(arn).toContain(`:table/${name}/stream/${streamLabel}`)
  })

  test('allows and denies of the restored table and its indexes what it did of the old one, with the same key', () => {
    const statementsOf = (stage: typeof own): string =>
      toText(Object.entries(findTemplateResources(stage, 'AWS::IAM::Policy')).map(([, { Properties }]) => Properties))
    const [before, after] = [statementsOf(own), statementsOf(restored)]

    expect(count(after, `:table/${name}`)).toBeGreaterThan(100)
    for (const word of ['dynamodb:LeadingKeys', 'dynamodb:UpdateItem', 'DataKey5F086070', '/index/gsi1', '"Deny"'])
      expect([word, count(after, word)]).toEqual([word, count(before, word)])
  })
})
