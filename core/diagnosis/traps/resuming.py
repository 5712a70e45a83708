"""The traps of resuming: optimizer, scheduler, random numbers, and what frameworks want beside the weights."""

from __future__ import annotations

from core.diagnosis.traps.trap import says, trap
from core.words import marked

_BYTES = r"torch\.(?:cuda\.)?\w{0,20}Tensor"

RESUMING = (
    trap(
        "optimizer-groups",
        marked("the optimizer has other groups of parameters"),
        marked(
            "An optimizer's state is matched to parameters by position, group by group, and the numbers differ. Where "
            "only the order differs, torch loads the state of one parameter into another and says nothing."
        ),
        marked(
            "Build the optimizer with the same groups over the same parameters in the same order as when it was "
            "saved, or leave its state out and start it anew."
        ),
        says("loaded", r"loaded state dict has a different number of parameter groups"),
        says(
            "parameter",
            r"loaded state dict contains a parameter group that doesn'?t match the size of optimizer'?s group",
        ),
        absent=marked("Compare its groups with those of your optimizer."),
    ),
    trap(
        "initial-lr",
        marked("a scheduler that goes on without the optimizer's state"),
        marked(
            "A scheduler that is made with last_epoch ≥ 0 looks for 'initial_lr' in the optimizer's groups. It is "
            "there only after the state of an optimizer that had a scheduler was loaded into it."
        ),
        marked(
            "Load the optimizer's state first, then make the scheduler with last_epoch; or make it as new and call "
            "scheduler.load_state_dict. Where the file's groups have no 'initial_lr', set it: for group in "
            "optimizer.param_groups: group.setdefault('initial_lr', group['lr'])."
        ),
        says("initial_lr", r"param '?\"?initial_lr'?\"? is not specified"),
        says("initial_lr", r"KeyError: ?['\"]initial_lr['\"]"),
        absent=marked("The groups of its optimizer have 'initial_lr', or it has no optimizer."),
    ),
    trap(
        "rng-state",
        marked("a state of random numbers that is not on the CPU"),
        marked(
            "torch keeps the state of its random numbers as bytes on the CPU, those of GPUs too, and takes nothing "
            "else. This one was moved, mostly by torch.load(f, map_location='cuda:0'), which moves every tensor of "
            "the file, or it was saved on a GPU."
        ),
        marked(
            "Load with map_location='cpu', or move it back: torch.set_rng_state(state.cpu()). load_state_dict puts "
            "the other tensors where they belong by itself."
        ),
        says("ByteTensor", r"RNG state must be a torch\.ByteTensor"),
        says("ByteTensor", rf"expected a torch\.ByteTensor, ?but got (?P<class>{_BYTES}|\w{{1,40}})"),
        says("RNG", r"RNG state (?:is )?wrong size"),
        says("RNG", r"but found the input RNG state size to be"),
        absent=marked("Its states of random numbers are on the CPU; the script moves them with map_location."),
    ),
    trap(
        "step-on-gpu",
        marked("`step` lies on a GPU"),
        marked(
            "torch 1.12.0 refused a step count on a GPU unless a group is capturable; later versions take it and are "
            "slow. Here it was moved along with everything else."
        ),
        marked(
            "Leave `step` on the CPU: load with map_location='cpu' and let optimizer.load_state_dict place the state, "
            "or rewrite the device of `step` in the file. Setting capturable=True is the popular workaround and costs "
            "speed."
        ),
        says("capturable=False,", r"If capturable=False, ?state_steps should not be CUDA"),
        says("state_steps", r"`?state_steps`? (?:should|must) not be CUDA tensors"),
        absent=marked(
            "Its `step` tensors are where torch wants them; the script moves them, by hand or with map_location."
        ),
    ),
    trap(
        "step-on-cpu capturable-on-cpu",
        marked("`step` lies on the CPU and a group is capturable"),
        marked(
            "Groups with capturable=True keep their step count beside the parameter, and here it stayed on the CPU, "
            "or the parameters themselves did."
        ),
        marked(
            "Move the model to the GPU before the optimizer is built and its state loaded: `step` then follows its "
            "parameter. On a CPU set capturable=False in the groups."
        ),
        says("capturable=True,", r"If capturable=True, ?[\w,\s]{0,120}?(?:must be|state_steps) "),
        absent=marked("No group in it is capturable or fused with its state on the CPU."),
    ),
    trap(
        "optimizer-not-dict optimizer-groups",
        marked("something else than the state of an optimizer"),
        marked(
            "optimizer.load_state_dict wants what optimizer.state_dict() gave: a dict with 'state' and "
            "'param_groups'. The script handed it something else, such as the weights of the model, None or the whole "
            "checkpoint."
        ),
        marked(
            "Look at what the file holds at the top, and hand over the part with 'param_groups' in it. A file without "
            "one has no optimizer's state; start with new state then."
        ),
        says("param_groups", r"KeyError: ?'param_groups'"),
        says("copy", r"optim[^\0]{0,60}?optimizer\.py[^\0]{0,1500}?'\w{1,40}' object has no attribute 'copy'"),
        absent=marked("It has the state of an optimizer."),
    ),
    trap(
        "lightning-key",
        marked("a checkpoint that Lightning did not write, or only in part"),
        marked(
            "Lightning resumes from its own checkpoints, which say its version, the epoch and the loops beside the "
            "weights. This one lacks them: it was written by another program, or holds the weights alone."
        ),
        marked(
            "Take the weights with model.load_state_dict(torch.load(f)['state_dict']) and start a new run; "
            "trainer.fit(ckpt_path=…) needs a whole Lightning checkpoint."
        ),
        says("KeyError", r"KeyError: ?['\"](?P<key>pytorch-lightning_version)"),
        says("restore", r"(?P<key>Trying to restore [\w ]{1,60} state) but checkpoint contains only the model"),
        says(
            "KeyError",
            r"KeyError: ?'(?P<key>global_step|epoch|loops|callbacks|optimizer_states|lr_schedulers|hyper_parameters)'",
            above=r"lightning",
        ),
        absent=marked("It has what Lightning looks for."),
    ),
    trap(
        "zero-world-size",
        marked("the state of ZeRO for another number of processes"),
        marked(
            "DeepSpeed's ZeRO cuts the optimizer's state into one piece a process, and these pieces were cut for "
            "another number of them. The weights are not touched by that."
        ),
        marked(
            "Resume with as many processes as saved it, or convert the checkpoint to a universal one "
            "(ds_to_universal.py). For the weights alone: zero_to_fp32.py, which stands beside the checkpoint."
        ),
        says(
            "world",
            r"used a DP world size of (?P<have>\d{1,6}) but the current world size is (?P<want>\d{1,6})",
            r"(?:\. ?Automatic adjustment of ZeRO'?s optimizer state partitioning)?",
        ),
        says("ZeRO", r"Automatic adjustment of ZeRO'?s optimizer state partitioning"),
        says("ZeRORuntimeException", r"ZeRORuntimeException"),
        absent=marked("It is no checkpoint of ZeRO, or was saved by as many ranks as load it."),
    ),
)
