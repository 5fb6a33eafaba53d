import { Entity, type EntityConfiguration } from 'electrodb'
import {
  activityLevels,
  alcoholConsumptions,
  dietaryPreferences,
  energyLevels,
  exerciseFrequencies,
  genders,
  sleepQualities,
  smokingStatuses,
} from '#contract/questionnaire'

const list = { type: 'list', items: { type: 'string' } } as const

const answers = {
  type: 'map',
  required: true,
  properties: {
    height: { type: 'number' },
    weight: { type: 'number' },
    age: { type: 'number' },
    gender: { type: genders },
    dateOfBirth: { type: 'string' },
    occupation: { type: 'string' },
    activityLevel: { type: activityLevels },
    exerciseFrequency: { type: exerciseFrequencies },
    sleepHours: { type: 'number' },
    sleepQuality: { type: sleepQualities },
    stressLevel: { type: 'number' },
    energyLevels: { type: energyLevels },
    alcoholConsumption: { type: alcoholConsumptions },
    smokingStatus: { type: smokingStatuses },
    waterIntake: { type: 'number' },
    dietaryPreferences: { type: dietaryPreferences },
    foodAllergies: list,
    digestiveIssues: list,
    supplementsCurrentlyTaking: list,
    medicalConditions: list,
    currentMedications: list,
    healthGoals: list,
    notes: { type: 'string' },
  },
} as const

const saved = {
  customerId: { type: 'string', required: true, readOnly: true },
  answers,
  savedAt: { type: 'string', required: true },
  savedBy: { type: 'string', required: true },
} as const

const ofCustomer = { pk: { field: 'pk', composite: ['customerId'] }, sk: { field: 'sk', composite: [] } } as const

export const questionnaireEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'health', entity: 'questionnaire', version: '1' },
      attributes: { ...saved, version: { type: 'number', required: true } },
      indexes: { byCustomer: ofCustomer },
    },
    config,
  )

export const questionnaireVersionEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'health', entity: 'questionnaireVersion', version: '1' },
      attributes: {
        ...saved,
        version: { type: 'number', required: true, readOnly: true, padding: { length: 8, char: '0' } },
      },
      indexes: {
        byCustomer: {
          pk: { field: 'pk', composite: ['customerId'] },
          sk: { field: 'sk', composite: ['version'] },
        },
      },
    },
    config,
  )

export const questionnaireDraftEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'health', entity: 'questionnaireDraft', version: '1' },
      attributes: {
        customerId: { type: 'string', required: true, readOnly: true },
        answers,
        version: { type: 'number', required: true },
        savedAt: { type: 'string', required: true },
      },
      indexes: { byCustomer: ofCustomer },
    },
    config,
  )

export const questionnaireLastViewEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'health', entity: 'questionnaireVisit', version: '1' },
      attributes: {
        customerId: { type: 'string', required: true, readOnly: true },
        userId: { type: 'string', required: true, readOnly: true },
        version: { type: 'number', required: true },
        seenAt: { type: 'string', required: true },
      },
      indexes: {
        byCustomer: { pk: { field: 'pk', composite: ['customerId'] }, sk: { field: 'sk', composite: ['userId'] } },
      },
    },
    config,
  )
