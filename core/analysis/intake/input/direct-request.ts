import * as z from 'zod/mini';
import { runFields } from './run-of.ts';
import { failureInput, sharedFields } from '../../base/schema/request.ts';

const oneInput = 'Exactly one of failures, raw_xml and raw_xml_upload is needed';

/** The body of POST /analyze-failures. */
export const directRequest = z
  .strictObject({
    ...sharedFields,
    ...runFields,
    failures: z.optional(z.nullable(z.array(failureInput))),
    /** JUnit XML, at most 50,000,000 characters, or a report in another format. */
    raw_xml: z.optional(z.nullable(z.string())),
    /** The id of an uploaded file with it. */
    raw_xml_upload: z.optional(z.nullable(z.string())),
  })
  .check(
    z.refine(({ failures, raw_xml, raw_xml_upload }) => {
      const inputs = [failures, raw_xml, raw_xml_upload].filter(
        (each) => typeof each !== 'undefined' && each !== null,
      );
      return inputs.length === 1;
    }, oneInput),
    z.refine(({ job_name, build_number }) => {
      return typeof build_number !== 'number' || typeof job_name === 'string';
    }, 'build_number needs a job_name'),
  );
export type DirectRequest = z.output<typeof directRequest>;
